import { Effect, Option } from "effect"
import type { CommitContext } from "../platform/events/CommitContext.ts"
import type { EventType } from "../platform/events/EventRecord.ts"
import { type EventResource, recordEvent } from "../platform/events/recordEvent.ts"
import { findJob, postponeJob, removeJob, scheduleJob } from "../platform/jobs/scheduleJob.ts"
import { type Change, check, insert, update, updated } from "../platform/storage/Change.ts"
import type { Stored } from "../platform/storage/Collection.ts"
import type { Job } from "../platform/storage/Job.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { Storage } from "../platform/storage/Storage.ts"
import {
  BillingCycleCollection,
  type BillingCycleRecord,
  billingCycleId,
  shownCycle
} from "./cycles/BillingCycle.ts"
import { lackingCycles } from "./cycles/cycleSchedule.ts"
import { announcedAt, nextBillingTime } from "./nextBillingTime.ts"
import {
  SubscriptionCollection,
  type SubscriptionRecord,
  subscriptionCodec,
  toSubscription
} from "./subscriptions/Subscription.ts"

/** The rows that deciding on a subscription may touch, as they were last read. */
export interface BillingRows {
  readonly subscription: Stored<SubscriptionRecord>
  /** Those that are not over, what lies between them, and the one before, by their sequence. */
  readonly cycles: ReadonlyArray<Stored<BillingCycleRecord>>
  /** What bills it when something is due; null where nothing will be by itself. */
  readonly job: Stored<Job> | null
}

/** What becomes of a subscription: decided by pure functions, written by `moved` alone. */
export interface BillingMove {
  readonly subscription: SubscriptionRecord
  /** Those that change. */
  readonly cycles?: ReadonlyArray<BillingCycleRecord>
  /** What is told of it, in this order. */
  readonly events?: ReadonlyArray<EventType>
  /** Alerts about cycles that change, by their sequence. */
  readonly alerts?: ReadonlyArray<CycleAlert>
}

interface CycleAlert {
  readonly type: "alert.renewal_blocked"
  readonly sequence: number
}

/** All that deciding on a subscription may touch, as it stands now. */
export const loadBilling = Effect.fnUntraced(function* (
  subscription: Stored<SubscriptionRecord>,
  leased: Stored<Job> | null = null
) {
  const storage = yield* Storage
  const { scope, row } = subscription
  const from = Math.max(0, Math.min(row.unpaid, row.cycle) - 1)
  const ids = Array.from({ length: row.materialized - from + 1 }, (_, at) =>
    billingCycleId(row.id, from + at)
  )
  const cycles = yield* storage.getMany(scope, BillingCycleCollection, ids)
  const job = leased ?? (yield* findJob(scope, "bill_subscription", row.id))
  return { subscription, cycles, job } satisfies BillingRows
})

/**
 * Whether nothing is overdue but what is to be charged next: all cycles behind that one are still
 * to come, so charging it touches none of them.
 */
export const isUpToDate = ({ status, unpaid, cycle }: SubscriptionRecord): boolean =>
  unpaid >= cycle &&
  (status === "pending_first_payment" || status === "trialing" || status === "active")

/** The same with no cycle but the one that is charged next: enough while it is up to date. */
export const loadCharge = Effect.fnUntraced(function* (
  subscription: Stored<SubscriptionRecord>,
  job: Stored<Job> | null
) {
  const storage = yield* Storage
  const { scope, row } = subscription
  const id = billingCycleId(row.id, row.unpaid)
  const cycle = yield* storage.get(scope, BillingCycleCollection, id)
  const cycles = Option.isNone(cycle) ? [] : [cycle.value]
  return { subscription, cycles, job } satisfies BillingRows
})

/** The cycle of a sequence among those that were read. */
export const cycleAt = (
  { cycles }: Pick<BillingRows, "cycles">,
  sequence: number
): Stored<BillingCycleRecord> | null => cycles.find(({ row }) => row.sequence === sequence) ?? null

/** The cycle that is to be charged next, or is being charged; null where there is none left. */
export const unpaidCycle = (rows: BillingRows): Stored<BillingCycleRecord> | null =>
  cycleAt(rows, rows.subscription.row.unpaid)

/** What a move leaves behind, and the changes that make it so. */
export interface Moved {
  readonly changes: ReadonlyArray<Change>
  readonly subscription: Stored<SubscriptionRecord>
}

/** What a move comes to, whoever writes it. */
interface Completed {
  readonly subscription: SubscriptionRecord
  /** Those that are to be there ahead, and are not yet. */
  readonly lacking: ReadonlyArray<BillingCycleRecord>
  readonly tells: ReadonlyArray<EventType>
}

/** A move with the cycles that are to be there ahead, and the renewal that is to be told of. */
export const completedMove = (
  commit: Pick<CommitContext, "now">,
  { subscription, events = [] }: BillingMove
): Completed => {
  const lacking = lackingCycles(commit, subscription)
  const isTold = announcedAt(subscription, commit.now)
  return {
    subscription: {
      ...subscription,
      materialized: subscription.materialized + lacking.length,
      announced: isTold ? subscription.unpaid : subscription.announced
    },
    lacking,
    tells: isTold ? [...events, "subscription.upcoming_renewal"] : events
  }
}

/**
 * A move as changes of one commit: the subscription, its cycles with those that are to be there
 * ahead, what is told, and the job at the next moment at which something is due.
 */
export const moved = (commit: CommitContext, rows: BillingRows, move: BillingMove): Moved => {
  const { scope } = commit
  const { subscription: row, lacking, tells } = completedMove(commit, move)
  const changed = new Map((move.cycles ?? []).map((cycle) => [cycle.sequence, cycle]))
  const subscription = updated(rows.subscription, row)
  return {
    subscription,
    changes: [
      update(SubscriptionCollection, rows.subscription, row),
      ...rows.cycles.flatMap((cycle) => cycleChange(cycle, changed.get(cycle.row.sequence))),
      ...lacking.map((cycle) => insert(scope, BillingCycleCollection, cycle)),
      ...tells.flatMap((type) => recordSubscriptionEvent(commit, type, subscription)),
      ...(move.alerts ?? []).flatMap(({ type, sequence }) =>
        recordCycleAlert(commit, type, rows.cycles, changed.get(sequence))
      ),
      ...jobMoved(commit, rows, row, changed.get(row.unpaid) ?? unpaidOf(rows, row))
    ]
  }
}

/** A charge that is under way may end at any time: whoever decides beside it must have seen it. */
const cycleChange = (
  stored: Stored<BillingCycleRecord>,
  changed: BillingCycleRecord | undefined
): ReadonlyArray<Change> => {
  if (changed !== undefined) return [update(BillingCycleCollection, stored, changed)]
  return stored.row.status === "charging" ? [check(BillingCycleCollection, stored)] : []
}

const recordCycleAlert = (
  commit: CommitContext,
  type: CycleAlert["type"],
  cycles: BillingRows["cycles"],
  changed: BillingCycleRecord | undefined
): ReadonlyArray<Change> =>
  cycles.flatMap((stored) =>
    stored.row.id === changed?.id
      ? recordEvent(commit, type, updated(stored, changed), shownCycle)
      : []
  )

const unpaidOf = (rows: BillingRows, { unpaid }: SubscriptionRecord): BillingCycleRecord | null =>
  cycleAt(rows, unpaid)?.row ?? null

const jobMoved = (
  commit: CommitContext,
  { job }: BillingRows,
  subscription: SubscriptionRecord,
  unpaid: BillingCycleRecord | null
): ReadonlyArray<Change> => {
  const at = nextBillingTime(subscription, unpaid, commit.now)
  if (at === null) return removeJob(job)
  return job === null
    ? [scheduleJob(commit, "bill_subscription", subscription.id, at)]
    : [postponeJob(job, at)]
}

const asEventResource: EventResource<SubscriptionRecord> = {
  show: (row) => subscriptionCodec.encode(toSubscription(row))
}

/** Tells of a subscription as a commit leaves it. */
export const recordSubscriptionEvent = (
  commit: CommitContext,
  type: EventType,
  subscription: Stored<SubscriptionRecord>
): ReadonlyArray<Change> => recordEvent(commit, type, subscription, asEventResource)

/** The subscription with its cycles and its job; none where there is no such subscription. */
export const findBilling = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const storage = yield* Storage
  const found = yield* storage.get(scope, SubscriptionCollection, id)
  return Option.isNone(found)
    ? Option.none<BillingRows>()
    : Option.some(yield* loadBilling(found.value))
})
