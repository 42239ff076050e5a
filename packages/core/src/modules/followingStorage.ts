import { type Cause, Effect, Layer } from "effect"
import { Ids } from "../kernel/ids/Moment.ts"
import { PaymentCollection, type PaymentRecord, toPayment } from "../payments/charges/Payment.ts"
import { paymentBody } from "../payments/charges/paymentAnswer.ts"
import type { CommitContext } from "../platform/events/CommitContext.ts"
import { scheduleJob } from "../platform/jobs/scheduleJob.ts"
import { type Change, insert, update } from "../platform/storage/Change.ts"
import type { Stored } from "../platform/storage/Collection.ts"
import { type Scope, scopeKey } from "../platform/storage/Scope.ts"
import { type CommitConflict, Storage, type StoragePort } from "../platform/storage/Storage.ts"
import { type Committing, withCommit } from "../platform/storage/withCommit.ts"
import { currentCommitContext } from "../platform/tenants/accountSettings.ts"
import { placeOf } from "./DecidedChanges.ts"
import type { Module } from "./Module.ts"
import type { PaymentChange } from "./ModuleFollower.ts"
import { openContext } from "./openContext.ts"
import { runFollowers } from "./runFollowers.ts"
import {
  moveId,
  moveQueue,
  type UnfollowedMove,
  UnfollowedMoveCollection
} from "./UnfollowedMove.ts"

/**
 * The storage with the followers of modules: a commit that changes a payment also has their
 * changes, whichever code changes the payment. A follower that fails never keeps a payment from
 * being committed: its change is kept beside it, and a job follows later.
 */
export const followingStorage = <E, R>(
  storage: Layer.Layer<Storage, E, R>,
  modules: ReadonlyArray<Module>
) => {
  const following = modules.filter(({ paymentFollowers }) => paymentFollowers.length > 0)
  if (following.length === 0) return storage
  return Layer.effect(
    Storage,
    Effect.gen(function* () {
      const inner = yield* Storage
      const ids = yield* Ids
      const lost = new Set<string>()
      return withCommit(inner, (committing) => (changes) => {
        const moves = movesIn(changes)
        return moves.length === 0
          ? committing.commit(changes)
          : Effect.provideService(
              follow({ inner, committing, modules: following, changes, moves, lost }, mostTries),
              Ids,
              ids
            )
      })
    })
  ).pipe(Layer.provide(storage))
}

/** A change of a payment in a commit. */
interface Move {
  readonly scope: Scope
  readonly before: PaymentRecord | null
  readonly after: PaymentRecord
  /** The version of the payment after. */
  readonly version: number
}

/** The commit of a payment, and who follows it. */
interface Following {
  readonly inner: StoragePort
  readonly committing: Committing
  readonly modules: ReadonlyArray<Module>
  readonly changes: ReadonlyArray<Change>
  readonly moves: ReadonlyArray<Move>
  /**
   * The scopes whose last transaction lost a race because of a follower. A transaction can't be
   * committed again, so a job follows the next one of the scope.
   */
  readonly lost: Set<string>
}

/** A follower whose rows change all the time is given up, and a job follows instead. */
const mostTries = 10

/** Returns the payments that a commit changes. It may change one in several steps. */
const movesIn = (changes: ReadonlyArray<Change>): ReadonlyArray<Move> => {
  const moves = new Map<string, Move>()
  for (const change of changes) {
    if (change.collection.name !== PaymentCollection.name || !("row" in change)) continue
    const after = change.row as PaymentRecord
    const before = change._tag === "Update" ? (change.before as PaymentRecord) : null
    const place = `${scopeKey(change.scope)}/${after.id}`
    const first = moves.get(place)
    moves.set(place, {
      scope: change.scope,
      before: first === undefined ? before : first.before,
      after,
      version: change._tag === "Update" ? change.version + 1 : (change.version ?? 1)
    })
  }
  return [...moves.values()].filter(hasMoved)
}

const hasMoved = ({ before, after }: Move): boolean =>
  before === null ||
  before.status !== after.status ||
  before.amountCaptured !== after.amountCaptured ||
  before.amountRefunded !== after.amountRefunded ||
  before.disputed !== after.disputed

/** Commits with the changes of the followers, or without them after too many lost races. */
const follow = (
  following: Following,
  tries: number
): Effect.Effect<void, Effect.Error<ReturnType<StoragePort["commit"]>>, Ids> =>
  Effect.gen(function* () {
    const { committing, changes, moves, lost } = following
    const scopes = committing.mayRepeat ? [] : moves.map(({ scope }) => scopeKey(scope))
    const isTried = tries > 0 && !scopes.some((scope) => lost.has(scope))
    const followed = yield* changesOf(following, isTried)
    yield* Effect.catchTag(
      committing.commit([...changes, ...followed]),
      "CommitConflict",
      (conflict) => {
        const isLost = isTried && isOn(conflict, followed)
        if (isLost && committing.mayRepeat) return follow(following, tries - 1)
        if (isLost) for (const scope of scopes) lost.add(scope)
        return Effect.fail(conflict)
      }
    )
    for (const scope of scopes) lost.delete(scope)
  })

const isOn = ({ collection, key }: CommitConflict, changes: ReadonlyArray<Change>): boolean =>
  changes.some((change) => {
    if (change.collection.name !== collection) return false
    return key in change.collection.unique || key === idOf(change)
  })

const idOf = (change: Change): string => ("row" in change ? change.row.id : change.id)

const changesOf = Effect.fnUntraced(function* (following: Following, isTried: boolean) {
  const { inner, modules, changes, moves } = following
  const followed: Array<Change> = []
  for (const move of moves) {
    const commit = yield* Effect.provideService(currentCommitContext(move.scope), Storage, inner)
    const change = toChange(move)
    for (const module of modules) {
      const waiting = yield* lastWaiting(inner, module, move)
      const later = () => followLater(commit, module, move, waiting)
      if (waiting !== null || !isTried) followed.push(...later())
      else {
        const opened = openContext(module.names, commit, inner)
        const beside = [...changes, ...followed]
        const decided = yield* Effect.catchCause(
          runFollowers(module, opened, change, beside),
          (cause) => Effect.map(logFailure(module, move.after, cause), later)
        )
        followed.push(...(hasBoth(followed, decided) ? later() : decided))
      }
    }
  }
  return followed
})

const toChange = ({ before, after }: Move): PaymentChange => ({
  before: before === null ? null : toPayment(before),
  after: toPayment(after)
})

/** Returns true if a row is written in both. Two payments of a commit may change the same row. */
const hasBoth = (some: ReadonlyArray<Change>, others: ReadonlyArray<Change>): boolean => {
  if (some.length === 0) return false
  const written = new Set(some.filter(isWrite).map(placeOf))
  return others.some((change) => isWrite(change) && written.has(placeOf(change)))
}

const isWrite = ({ _tag }: Change): boolean => _tag !== "Check"

/** Returns the last earlier change of the payment that waits. This one comes after it. */
const lastWaiting = (storage: StoragePort, { name }: Module, { scope, before, after }: Move) => {
  // Nothing can wait for a new payment.
  if (before === null) return Effect.succeed(null)
  return Effect.map(
    storage.page(scope, UnfollowedMoveCollection, {
      where: { queue: moveQueue({ module: name, payment: after.id }) },
      order: "desc",
      limit: 1
    }),
    ([last]) => last ?? null
  )
}

const logFailure = ({ name }: Module, { id }: PaymentRecord, cause: Cause.Cause<unknown>) =>
  Effect.logWarning(
    `The module ${name} failed to follow ${id}. The payment was committed, and a job follows it.`,
    cause
  )

/**
 * Returns the changes that keep a change of a payment for the job. If an earlier change waits,
 * there is a job already. It ends with the last change, so that change gets a new version here. A
 * job that ends at the same time conflicts with this commit.
 */
const followLater = (
  commit: CommitContext,
  { name }: Module,
  { scope, before, after, version }: Move,
  waiting: Stored<UnfollowedMove> | null
): ReadonlyArray<Change> => {
  const queue = moveQueue({ module: name, payment: after.id })
  return [
    insert(scope, UnfollowedMoveCollection, {
      id: moveId(queue, version),
      module: name,
      payment: after.id,
      before: before === null ? null : paymentBody(before),
      after: paymentBody(after),
      created: commit.now
    }),
    waiting === null
      ? scheduleJob(commit, "follow_payment", queue, commit.now)
      : update(UnfollowedMoveCollection, waiting, waiting.row)
  ]
}
