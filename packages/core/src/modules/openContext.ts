import { Effect, Option, Schema } from "effect"
import { CurrencyCode } from "../kernel/primitives/CurrencyCode.ts"
import { PaymentId } from "../kernel/primitives/PublicId.ts"
import { entriesOf, LedgerGroupCollection, type ModuleMovement } from "../ledger/LedgerGroup.ts"
import { balancesOf } from "../ledger/ledgerSums.ts"
import type { CommitContext } from "../platform/events/CommitContext.ts"
import type { EventType } from "../platform/events/EventRecord.ts"
import { recordEvent } from "../platform/events/recordEvent.ts"
import type { JobKind } from "../platform/jobs/JobKind.ts"
import { findJob, removeJob, rescheduleJob, scheduleJob } from "../platform/jobs/scheduleJob.ts"
import {
  type Change,
  check,
  insert,
  inserted,
  remove,
  update,
  updated
} from "../platform/storage/Change.ts"
import type { Collection, Row, Stored } from "../platform/storage/Collection.ts"
import type { Job } from "../platform/storage/Job.ts"
import { scopeKey } from "../platform/storage/Scope.ts"
import { Storage, type StoragePort } from "../platform/storage/Storage.ts"
import type { ModuleChange, ModuleContext, ModulePosting, ModuleReads } from "./ModuleContext.ts"
import type { ModuleEvent } from "./ModuleEvent.ts"
import type { ModuleJob } from "./ModuleJob.ts"
import type { ModuleNames } from "./ModuleNames.ts"
import { misused } from "./misused.ts"
import { encoderOf } from "./moduleCodec.ts"

/** The context of one decision of a module. */
export interface OpenContext {
  readonly context: ModuleContext
  /**
   * Returns the changes of the decision, and the checks of the rows that it read, unless it or the
   * commit beside it changes them. Throws for anything that the context did not make.
   */
  readonly changes: (decided: unknown, beside?: ReadonlyArray<Change>) => ReadonlyArray<Change>
  /** Returns the checks of the rows that were read. */
  readonly checks: () => ReadonlyArray<Change>
}

/** Opens the context of a decision in one tenant and mode. */
export const openContext = (
  names: ModuleNames,
  commit: CommitContext,
  storage: StoragePort
): OpenContext => {
  const made = new WeakSet<object>()
  const seen = new Map<string, Change>()
  const reads = readsOf(commit, storage, (of, stored) => {
    seen.set(placeOf(of, stored.row.id), check(of, stored))
  })
  const own = (changes: ReadonlyArray<Change>) => {
    for (const change of changes) made.add(change)
    return changes as unknown as ReadonlyArray<ModuleChange>
  }
  const context: ModuleContext = { ...reads, ...writesOf(names, commit, storage, own) }
  const checksBeside = (changes: ReadonlyArray<Change>) => {
    const changed = new Set(
      changes.map((change) =>
        placeOf(change.collection, "row" in change ? change.row.id : change.id)
      )
    )
    return [...seen].flatMap(([place, read]) => (changed.has(place) ? [] : [read]))
  }
  return {
    context,
    checks: () => [...seen.values()],
    changes: (decided, beside = []) => {
      const changes = changesIn(names, decided, made)
      return [...changes, ...checksBeside([...beside, ...changes])]
    }
  }
}

const placeOf = ({ name }: Pick<Collection<Row>, "name">, id: string): string => `${name}/${id}`

const changesIn = (
  { name }: ModuleNames,
  decided: unknown,
  made: WeakSet<object>
): ReadonlyArray<Change> => {
  const steps: ReadonlyArray<unknown> = Array.isArray(decided) ? decided.flat() : [decided]
  const isOwn = (step: unknown) => typeof step === "object" && step !== null && made.has(step)
  if (!steps.every(isOwn)) {
    misused(
      `The module ${name} decided on a change that its context did not make: use context.insert, ` +
        "update, remove, check and post of the same decision, and await schedule and unschedule."
    )
  }
  return steps as ReadonlyArray<Change>
}

const mostRows = 100

const readsOf = (
  { scope, now }: CommitContext,
  storage: StoragePort,
  see: <R extends Row>(of: Collection<R>, stored: Stored<R>) => void
): ModuleReads => {
  const seen = <R extends Row>(of: Collection<R>, found: Option.Option<Stored<R>>) => {
    if (Option.isSome(found)) see(of, found.value)
    return Option.getOrNull(found)
  }
  return {
    now,
    get: (of, id) =>
      Effect.runPromise(Effect.map(storage.get(scope, of, id), (found) => seen(of, found))),
    find: (of, key, value) =>
      Effect.runPromise(
        Effect.map(storage.findUnique(scope, of, key, value), (found) => seen(of, found))
      ),
    page: (of, query) =>
      Effect.runPromise(
        storage.page(scope, of, { ...query, limit: Math.min(query.limit, mostRows) })
      ),
    balance: (account, currency) =>
      Effect.runPromise(
        Effect.map(
          storage.sums(scope, LedgerGroupCollection, "balance", balancesOf(account, currency)),
          (sums) => sums.reduce((sum, { amount }) => sum + amount, 0n)
        )
      )
  }
}

type Writes = Omit<ModuleContext, keyof ModuleReads>

const writesOf = (
  names: ModuleNames,
  commit: CommitContext,
  storage: StoragePort,
  own: (changes: ReadonlyArray<Change>) => ReadonlyArray<ModuleChange>
): Writes => {
  const { scope } = commit
  const ownTable = <R extends Row>(of: Collection<R>, stored?: Stored<R>) => {
    names.requireTable(of)
    if (stored !== undefined && scopeKey(stored.scope) !== scopeKey(scope)) {
      misused(`The module ${names.name} changes a row of another tenant or mode.`)
    }
  }
  const eventsOn = <R extends Row>(stored: Stored<R>, events: ReadonlyArray<ModuleEvent<R>>) =>
    events.flatMap((event) => {
      names.requireEvent(event)
      const show = (row: R) => encoderOf(event.resource)(event.of(row))
      const { payment } = event
      return recordEvent(
        commit,
        event.type as EventType,
        stored,
        payment === undefined ? { show } : { show, payment }
      )
    })
  return {
    newId: (prefix) => names.newId(commit, prefix),
    insert: (of, row, ...events) => {
      ownTable(of)
      names.requireRow(of, row)
      return own([insert(scope, of, row), ...eventsOn(inserted(scope, row), events)])
    },
    update: (of, stored, row, ...events) => {
      ownTable(of, stored)
      names.requireRow(of, row, stored)
      return own([update(of, stored, row), ...eventsOn(updated(stored, row), events)])
    },
    remove: (of, stored) => {
      ownTable(of, stored)
      return own([remove(of, stored)])
    },
    check: (of, stored) => own([check(of, stored)]),
    post: (posting) => own([postingOf(names, commit, posting)]),
    ...jobsOf(names, commit, storage, own)
  }
}

const jobsOf = (
  names: ModuleNames,
  commit: CommitContext,
  storage: StoragePort,
  own: (changes: ReadonlyArray<Change>) => ReadonlyArray<ModuleChange>
): Pick<ModuleContext, "schedule" | "unschedule"> => {
  const withJob = (
    { kind }: ModuleJob,
    subject: string,
    changes: (standing: Stored<Job> | null) => ReadonlyArray<Change>
  ) => {
    names.requireJob({ kind })
    const standing = findJob(commit.scope, kind as JobKind, subject)
    return Effect.runPromise(
      Effect.provideService(
        Effect.map(standing, (job) => own(changes(job))),
        Storage,
        storage
      )
    )
  }
  return {
    schedule: (job, subject, dueAt) =>
      withJob(job, subject, (standing) => [
        standing === null
          ? scheduleJob(commit, job.kind as JobKind, subject, dueAt)
          : rescheduleJob(standing, dueAt)
      ]),
    unschedule: (job, subject) => withJob(job, subject, removeJob)
  }
}

const isPaymentId = Schema.is(PaymentId)
const isCurrency = Schema.is(CurrencyCode)
const largestAmount = 2n ** 63n - 1n

const postingOf = (
  names: ModuleNames,
  { scope, id, now }: CommitContext,
  { kind, debit, credit, amount, currency, payment }: ModulePosting
): Change => {
  names.requirePosting(kind, debit, credit)
  if (typeof amount !== "bigint" || amount <= 0n || amount > largestAmount) {
    misused(`The amount of ${kind} must be a bigint of minor units of at least 1n.`)
  }
  if (!isCurrency(currency)) return misused(`The currency of ${kind} is not an ISO 4217 code.`)
  if (payment !== undefined && !isPaymentId(payment)) {
    return misused(`The payment of ${kind} is not the id of a payment.`)
  }
  return insert(scope, LedgerGroupCollection, {
    id: id("ledger"),
    kind: kind as ModuleMovement,
    ...(payment === undefined ? {} : { payment }),
    currency,
    entries: entriesOf({
      debit: debit as ModuleMovement,
      credit: credit as ModuleMovement,
      amount
    }),
    created: now
  })
}
