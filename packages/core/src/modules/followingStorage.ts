import { type Cause, Effect, Layer } from "effect"
import { Ids } from "../kernel/ids/Moment.ts"
import {
  PaymentCollection,
  type PaymentRecord,
  paymentBody,
  toPayment
} from "../payments/charges/Payment.ts"
import type { CommitContext } from "../platform/events/CommitContext.ts"
import { scheduleJob } from "../platform/jobs/scheduleJob.ts"
import { type Change, insert } from "../platform/storage/Change.ts"
import { type Scope, scopeKey } from "../platform/storage/Scope.ts"
import { type CommitConflict, Storage, type StoragePort } from "../platform/storage/Storage.ts"
import { type Committing, withCommit } from "../platform/storage/withCommit.ts"
import { currentCommitContext } from "../platform/tenants/accountSettings.ts"
import type { Module } from "./Module.ts"
import type { PaymentChange } from "./ModuleFollower.ts"
import { openContext } from "./openContext.ts"
import { runFollowers } from "./runFollowers.ts"
import { moveQueue, UnfollowedMoveCollection } from "./UnfollowedMove.ts"

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
      return withCommit(inner, (committing) => (changes) => {
        const moves = movesIn(changes)
        return moves.length === 0
          ? committing.commit(changes)
          : Effect.provideService(
              follow({ inner, committing, modules: following, changes, moves }, mostTries),
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
}

/** The commit of a payment, and who follows it. */
interface Following {
  readonly inner: StoragePort
  readonly committing: Committing
  readonly modules: ReadonlyArray<Module>
  readonly changes: ReadonlyArray<Change>
  readonly moves: ReadonlyArray<Move>
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
      after
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
    const { committing, changes } = following
    const followed = yield* changesOf(following, tries > 0)
    yield* Effect.catchTag(
      committing.commit([...changes, ...followed]),
      "CommitConflict",
      (conflict) =>
        committing.mayRepeat && tries > 0 && isOn(conflict, followed)
          ? follow(following, tries - 1)
          : Effect.fail(conflict)
    )
  })

const isOn = ({ collection, key }: CommitConflict, changes: ReadonlyArray<Change>): boolean =>
  changes.some((change) => {
    if (change.collection.name !== collection) return false
    return key in change.collection.unique || key === ("row" in change ? change.row.id : change.id)
  })

const changesOf = Effect.fnUntraced(function* (
  { inner, modules, changes, moves }: Following,
  isTried: boolean
) {
  const followed: Array<Change> = []
  for (const move of moves) {
    const commit = yield* Effect.provideService(currentCommitContext(move.scope), Storage, inner)
    const { before, after } = move
    const change: PaymentChange = {
      before: before === null ? null : toPayment(before),
      after: toPayment(after)
    }
    for (const module of modules) {
      const opened = openContext(module.names, commit, inner)
      const waits = yield* hasWaiting(inner, module, move)
      const decided =
        waits || !isTried
          ? followLater(commit, module, move)
          : yield* Effect.catchCause(runFollowers(module, opened, change, changes), (cause) =>
              Effect.as(logFailure(module, after, cause), followLater(commit, module, move))
            )
      followed.push(...decided)
    }
  }
  return followed
})

/** Returns true if an earlier change of the payment waits, so that this one comes after it. */
const hasWaiting = (storage: StoragePort, { name }: Module, { scope, after }: Move) =>
  Effect.map(
    storage.page(scope, UnfollowedMoveCollection, {
      where: { queue: moveQueue({ module: name, payment: after.id }) },
      order: "asc",
      limit: 1
    }),
    (rows) => rows.length > 0
  )

const logFailure = ({ name }: Module, { id }: PaymentRecord, cause: Cause.Cause<unknown>) =>
  Effect.logWarning(
    `The module ${name} failed to follow ${id}. The payment was committed, and a job follows it.`,
    cause
  )

/** Returns the changes that keep a change of a payment for the job. */
const followLater = (
  commit: CommitContext,
  { name }: Module,
  { scope, before, after }: Move
): ReadonlyArray<Change> => {
  const id = commit.id("move")
  return [
    insert(scope, UnfollowedMoveCollection, {
      id,
      module: name,
      payment: after.id,
      before: before === null ? null : paymentBody(before),
      after: paymentBody(after),
      created: commit.now
    }),
    scheduleJob(commit, "follow_payment", id, commit.now)
  ]
}
