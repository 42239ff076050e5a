import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import { type BillingMove, type BillingRows, cycleAt, unpaidCycle } from "../BillingRows.ts"
import { shiftBlock } from "../blocked.ts"
import { type BillingCycleRecord, cycleAfter } from "../cycles/BillingCycle.ts"
import { datesOf, dueOf } from "../cycles/cycleSchedule.ts"
import { shiftWaits } from "../dunning.ts"
import { periodEndOf } from "../subscriptions/plannedCancellation.ts"
import type { PauseBehavior, SubscriptionRecord } from "../subscriptions/Subscription.ts"
import { subscriptionAfter } from "../subscriptions/subscriptionMachine.ts"
import { isOpen, openAfter } from "./cycleOutcomes.ts"

/** The statuses that can be paused. */
export type Pausable = "trialing" | "active" | "past_due"

/** Pauses a subscription. No charge starts any more. A charge in flight ends. */
export const paused = (
  rows: BillingRows,
  from: Pausable,
  given: { readonly behavior: PauseBehavior; readonly resumesAt: Millis | null },
  now: Millis
): BillingMove => ({
  subscription: subscriptionAfter(rows.subscription.row, "pause", {
    pause: {
      behavior: given.behavior,
      from,
      at: now,
      periodEnd: periodEndOf(rows.subscription.row, unpaidCycle(rows)?.row ?? null)
    },
    resumesAt: given.resumesAt
  }),
  events: ["subscription.paused"]
})

/** Skips a cycle that fell due during a pause. */
export const skipCycle = (rows: BillingRows, cycle: BillingCycleRecord): BillingMove => {
  const before = rows.subscription.row
  return {
    subscription: {
      ...before,
      cycle: Math.max(before.cycle, cycle.sequence),
      skipped: before.skipped + 1,
      unpaid: before.unpaid === cycle.sequence ? openAfter(rows, cycle.sequence) : before.unpaid
    },
    cycles: [cycleAfter(cycle, ["skip"])]
  }
}

/** Ends a pause. The schedule moves by its length, or stays. */
export const resumed = (rows: BillingRows, at: Millis): BillingMove => {
  const { pause } = rows.subscription.row
  if (pause === null) return { subscription: rows.subscription.row }
  const schedule = pause.behavior === "shift" ? shifted(rows, at - pause.at) : goneOn(rows)
  const waiting = rows.cycles.flatMap(({ row }) => waitsKept(row, pause.at, at))
  return {
    subscription: subscriptionAfter(schedule.subscription, resumption(schedule.subscription), {
      pause: null,
      resumesAt: null
    }),
    cycles: merged(schedule.cycles ?? [], waiting),
    events: ["subscription.resumed"]
  }
}

/** Restores the remaining time of each wait at the time of the pause. */
const waitsKept = (
  cycle: BillingCycleRecord,
  pausedAt: Millis,
  resumedAt: Millis
): ReadonlyArray<BillingCycleRecord> => {
  const { status, dunning, blocked } = cycle
  const isWaiting = status === "retrying" || (status === "due" && blocked !== undefined)
  if (!isWaiting) return []
  return [
    {
      ...cycle,
      dunning: dunning === null ? null : shiftWaits(dunning, pausedAt, resumedAt),
      ...(blocked === undefined ? {} : { blocked: shiftBlock(blocked, pausedAt, resumedAt) })
    }
  ]
}

const resumption = ({ pause, unpaid }: SubscriptionRecord) => {
  // The first cycle after the trial was skipped, or its charge in flight succeeded.
  if (pause?.from === "trialing") return unpaid > 1 ? "resume_active" : "resume_trialing"
  return pause?.from === "past_due" ? "resume_past_due" : "resume_active"
}

/** Sets the current period to that of the last skipped cycle. */
const goneOn = (rows: BillingRows): BillingMove => {
  const { row } = rows.subscription
  const current = cycleAt(rows, row.cycle)?.row
  return current?.status === "skipped"
    ? {
        subscription: {
          ...row,
          currentPeriodStart: current.periodStart,
          currentPeriodEnd: current.periodEnd
        }
      }
    : { subscription: row }
}

/**
 * Moves the next cycle by the length of the pause. Later cycles are counted from there, and the
 * period before it lasts until then.
 */
const shifted = (
  { subscription: { row: before }, cycles }: BillingRows,
  by: number
): BillingMove => {
  const rows = cycles.map(({ row }) => row)
  const first = rows.find(isOpen)
  const anchorSequence = first?.sequence ?? before.materialized + 1
  const anchor = (first?.dueAt ?? dueOf(before, anchorSequence)) + by
  const anchored: SubscriptionRecord = {
    ...before,
    billingCycleAnchor: anchor,
    anchorSequence
  }
  const moved = rows.flatMap((row) => {
    if (row.sequence === anchorSequence - 1) return [{ ...row, periodEnd: anchor }]
    // A skipped cycle after a waiting one moves too. Otherwise periods would overlap.
    const isLater = row.sequence >= anchorSequence
    return isLater ? [{ ...row, ...datesOf(anchored, row.sequence) }] : []
  })
  const current = moved.find(({ sequence }) => sequence === before.cycle)
  const last = rows.find(({ sequence }) => sequence === anchorSequence - 1)
  const isPaidFor = last !== undefined && before.paidUntil === last.periodEnd
  return {
    subscription: {
      ...anchored,
      // The renewal has another date now and is announced again.
      announced: Math.min(before.announced, anchorSequence - 1),
      ...(current === undefined
        ? {}
        : { currentPeriodStart: current.periodStart, currentPeriodEnd: current.periodEnd }),
      paidUntil: isPaidFor ? anchor : before.paidUntil,
      trialEnd: anchorSequence === 1 && before.trialEnd !== null ? anchor : before.trialEnd
    },
    cycles: moved
  }
}

/** Merges the cycles of two moves that may change the same cycle. */
const merged = (
  dated: ReadonlyArray<BillingCycleRecord>,
  waiting: ReadonlyArray<BillingCycleRecord>
): ReadonlyArray<BillingCycleRecord> => [
  ...dated.map((cycle) => {
    const other = waiting.find(({ id }) => id === cycle.id)
    if (other === undefined) return cycle
    const { dunning, blocked } = other
    return { ...cycle, dunning, ...(blocked === undefined ? {} : { blocked }) }
  }),
  ...waiting.filter(({ id }) => dated.every((cycle) => cycle.id !== id))
]
