import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import { type BillingMove, type BillingRows, cycleAt } from "../BillingRows.ts"
import { shiftBlock } from "../blocked.ts"
import { type BillingCycleRecord, cycleAfter } from "../cycles/BillingCycle.ts"
import { datesOf, dueOf } from "../cycles/cycleSchedule.ts"
import { shiftWaits } from "../dunning.ts"
import type { PauseBehavior, SubscriptionRecord } from "../subscriptions/Subscription.ts"
import { subscriptionAfter } from "../subscriptions/subscriptionMachine.ts"
import { isOpen, openAfter } from "./cycleOutcomes.ts"

/** What can be paused. */
export type Pausable = "trialing" | "active" | "past_due"

/** It is not charged from now on; a charge under way finishes. */
export const paused = (
  { subscription }: BillingRows,
  from: Pausable,
  given: { readonly behavior: PauseBehavior; readonly resumesAt: Millis | null },
  now: Millis
): BillingMove => ({
  subscription: subscriptionAfter(subscription.row, "pause", {
    pause: {
      behavior: given.behavior,
      from,
      at: now,
      periodEnd: subscription.row.currentPeriodEnd
    },
    resumesAt: given.resumesAt
  }),
  events: ["subscription.paused"]
})

/** A cycle that fell due in a pause is left out. */
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

/** A pause is over: the schedule has moved by its length, or goes on as it was. */
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

/** What was left of each wait when it was paused is left again. */
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

const resumption = ({ pause, cycle }: SubscriptionRecord) => {
  // The trial ended in its time, though nobody was charged then.
  if (pause?.from === "trialing") return cycle > 0 ? "resume_active" : "resume_trialing"
  return pause?.from === "past_due" ? "resume_past_due" : "resume_active"
}

/** The period that the skipped cycles have come to is the current one. */
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
 * The next cycle to be charged moves by the length of the pause, later ones are counted from there,
 * and the period before it lasts until then (spec 4.8).
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
    // One that was skipped behind a cycle that waits moves too, or periods would overlap.
    const isLater = row.sequence >= anchorSequence
    return isLater ? [{ ...row, ...datesOf(anchored, row.sequence) }] : []
  })
  const current = moved.find(({ sequence }) => sequence === before.cycle)
  const last = rows.find(({ sequence }) => sequence === anchorSequence - 1)
  const isPaidFor = last !== undefined && before.paidUntil === last.periodEnd
  return {
    subscription: {
      ...anchored,
      // Its renewal has another date now, and is told of anew.
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

/** What two moves make of cycles, where both may touch the same one in different ways. */
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
