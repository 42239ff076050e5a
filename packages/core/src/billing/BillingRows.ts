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

/** The rows that the decision of a subscription may change, as last read. */
export interface BillingRows {
  readonly subscription: Stored<SubscriptionRecord>
  /** The open cycles, those between them and the one before, in order of their sequence. */
  readonly cycles: ReadonlyArray<Stored<BillingCycleRecord>>
  /** The billing job, null if nothing will be due by itself. */
  readonly job: Stored<Job> | null
}

/** A decided change of a subscription. Pure functions decide it, and only `moved` writes it. */
export interface BillingMove {
  readonly subscription: SubscriptionRecord
  /** The cycles that change. */
  readonly cycles?: ReadonlyArray<BillingCycleRecord>
  /** The events to record, in this order. */
  readonly events?: ReadonlyArray<EventType>
  /** The alerts about changed cycles, by sequence. */
  readonly alerts?: ReadonlyArray<CycleAlert>
}

interface CycleAlert {
  readonly type: "alert.cycle_overdue" | "alert.renewal_blocked" | "alert.cycle_paid_twice"
  readonly sequence: number
}

/** Loads the rows of a subscription. */
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
 * Returns true if all cycles after the next one to charge are in the future, so charging it changes
 * none of them.
 */
export const isUpToDate = ({ status, unpaid, cycle }: SubscriptionRecord): boolean =>
  unpaid >= cycle &&
  (status === "pending_first_payment" || status === "trialing" || status === "active")

/** Loads the rows with the next cycle only. Enough while the subscription is up to date. */
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

/** Returns the loaded cycle of a sequence. */
export const cycleAt = (
  { cycles }: Pick<BillingRows, "cycles">,
  sequence: number
): Stored<BillingCycleRecord> | null => cycles.find(({ row }) => row.sequence === sequence) ?? null

/** Returns the cycle that is charged next, or now. Null if none is left. */
export const unpaidCycle = (rows: BillingRows): Stored<BillingCycleRecord> | null =>
  cycleAt(rows, rows.subscription.row.unpaid)

/** The subscription after a move, and the changes of the commit. */
export interface Moved {
  readonly changes: ReadonlyArray<Change>
  readonly subscription: Stored<SubscriptionRecord>
}

/** A move with everything that follows from it. */
interface Completed {
  readonly subscription: SubscriptionRecord
  /** The cycles ahead that have no row yet. */
  readonly lacking: ReadonlyArray<BillingCycleRecord>
  readonly tells: ReadonlyArray<EventType>
}

/** Adds the missing cycles ahead and the announcement of the next renewal to a move. */
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
 * Turns a move into the changes of one commit: the subscription, its cycles with those ahead, the
 * events, and the job at the next billing time.
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

/** Checks the cycle being charged: its charge may end at any time and change the decision. */
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

/** Records an event with the subscription as a commit leaves it. */
export const recordSubscriptionEvent = (
  commit: CommitContext,
  type: EventType,
  subscription: Stored<SubscriptionRecord>
): ReadonlyArray<Change> => recordEvent(commit, type, subscription, asEventResource)

/** Loads a subscription with its cycles and its job. None if there is no such subscription. */
export const findBilling = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const storage = yield* Storage
  const found = yield* storage.get(scope, SubscriptionCollection, id)
  return Option.isNone(found)
    ? Option.none<BillingRows>()
    : Option.some(yield* loadBilling(found.value))
})
