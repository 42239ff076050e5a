import type { Millis } from "../kernel/primitives/Timestamp.ts"
import type { Stored } from "../platform/storage/Collection.ts"
import { type BillingMove, type BillingRows, cycleAt, unpaidCycle } from "./BillingRows.ts"
import { blockAlertedAt } from "./blocked.ts"
import { type BillingCycleRecord, cycleAfter, unblocked } from "./cycles/BillingCycle.ts"
import { datesUsed } from "./dunning.ts"
import { announcedAt, firstPaymentEnds, firstTryOf, retryOf } from "./nextBillingTime.ts"
import { isCancellationDue } from "./subscriptions/plannedCancellation.ts"
import { cyclePaid } from "./transitions/cycleOutcomes.ts"
import {
  canceled,
  completed,
  dunningExhausted,
  expireUnpaid
} from "./transitions/endSubscription.ts"
import { resumed, skipCycle } from "./transitions/pauses.ts"

/** The next billing action of a subscription. */
export type Step =
  | { readonly _tag: "Rest" }
  | { readonly _tag: "Move"; readonly move: BillingMove }
  /** `passUnused` is the move if the card must not be charged any more. */
  | {
      readonly _tag: "Charge"
      readonly cycle: Stored<BillingCycleRecord>
      readonly passUnused: BillingMove | null
    }

/** The settings of the account for billing. */
export interface BillingSettings {
  readonly dunningExhausted: "terminate" | "pause"
}

/**
 * Returns the first due action, in order of precedence: a subscription that was to be canceled is
 * not charged, however late the job runs.
 */
export const nextBillingAction = (
  rows: BillingRows,
  now: Millis,
  settings: BillingSettings
): Step => {
  switch (rows.subscription.row.status) {
    case "pending_first_payment":
      return firstPayment(rows, now)
    case "paused":
      return pause(rows, now)
    case "past_due":
      return dunning(rows, now, settings)
    case "trialing":
    case "active":
      return renewal(rows, now)
    default:
      return rest
  }
}

const rest: Step = { _tag: "Rest" }

const step = (move: BillingMove): Step => ({ _tag: "Move", move })

const firstPayment = (rows: BillingRows, now: Millis): Step => {
  const cycle = unpaidCycle(rows)
  if (cycle === null || cycle.row.status === "charging") return rest
  if (now >= firstPaymentEnds(rows.subscription.row)) return step(expireUnpaid(rows, now))
  return firstTryOf(cycle.row, now) > now ? rest : { _tag: "Charge", cycle, passUnused: null }
}

const pause = (rows: BillingRows, now: Millis): Step => {
  const { row } = rows.subscription
  const { pause: standing, resumesAt, cycle } = row
  if (isCancellationDue(row, null, now)) return step(canceled(rows, now))
  const next = cycleAt(rows, cycle + 1)
  const ends = resumesAt ?? Number.POSITIVE_INFINITY
  // A charge in flight ends first. Its cycle is not skipped.
  const isSkippable = next !== null && next.row.status !== "charging"
  if (
    standing?.behavior === "skip" &&
    isSkippable &&
    next.row.dueAt <= now &&
    next.row.dueAt < ends
  ) {
    // A cycle from before the pause is only charged late. It waits for the resumption.
    const isOfPause = next.row.dueAt >= standing.at
    return step(isOfPause ? skipCycle(rows, next.row) : cycleDue(rows, next.row))
  }
  return now >= ends ? step(resumed(rows, ends)) : rest
}

const renewal = (rows: BillingRows, now: Millis): Step => {
  const { row } = rows.subscription
  const cycle = unpaidCycle(rows)
  if (cycle?.row.status === "charging") return rest
  if (isCancellationDue(row, cycle?.row ?? null, now)) return step(canceled(rows, now))
  if (cycle === null) return now >= row.currentPeriodEnd ? step(completed(rows, now)) : rest
  if (cycle.row.blocked !== undefined) return blocked(rows, cycle, now)
  if (now >= cycle.row.dueAt) {
    return cycle.row.amount === 0n
      ? step(cyclePaid(rows, cycle.row))
      : { _tag: "Charge", cycle, passUnused: null }
  }
  return announcedAt(row, now) ? step({ subscription: row }) : rest
}

/** The charges fail for no fault of the card. The cycle waits for an answer about the card. */
const blocked = (rows: BillingRows, cycle: Stored<BillingCycleRecord>, now: Millis): Step => {
  const next = cycleAt(rows, rows.subscription.row.cycle + 1)
  if (next !== null && now >= next.row.dueAt) return step(cycleDue(rows, next.row))
  const alerted = blockAlerted(rows, cycle.row, now)
  if (alerted !== null) return step(alerted)
  return now >= retryOf(cycle.row, now) ? { _tag: "Charge", cycle, passUnused: null } : rest
}

/** Returns the alert about a renewal that could not be charged for a day. Null before. */
const blockAlerted = (
  { subscription }: BillingRows,
  cycle: BillingCycleRecord,
  now: Millis
): BillingMove | null =>
  cycle.blocked === undefined || now < blockAlertedAt(cycle.blocked)
    ? null
    : {
        subscription: subscription.row,
        cycles: [{ ...cycle, blocked: { ...cycle.blocked, isAlerted: true } }],
        alerts: [{ type: "alert.renewal_blocked", sequence: cycle.sequence }]
      }

const dunning = (rows: BillingRows, now: Millis, settings: BillingSettings): Step => {
  const { row } = rows.subscription
  const cycle = unpaidCycle(rows)
  const isUnderWay = cycle?.row.status === "charging"
  if (isCancellationDue(row, cycle?.row ?? null, now)) {
    // No period starts before the charge in flight is settled. Then the subscription ends.
    return isUnderWay ? rest : step(canceled(rows, now))
  }
  const next = cycleAt(rows, row.cycle + 1)
  if (next !== null && now >= next.row.dueAt) return step(cycleDue(rows, next.row))
  if (cycle === null || isUnderWay) return rest
  const standing = cycle.row.dunning
  const datesLeft = standing?.datesLeft ?? []
  const unused = (): BillingMove => ({
    subscription: row,
    cycles: [
      {
        ...unblocked(cycle.row),
        retryAtOnce: false,
        dunning: standing === null ? null : datesUsed(standing, now)
      }
    ]
  })
  const alerted = blockAlerted(rows, cycle.row, now)
  if (alerted !== null) return step(alerted)
  if (cycle.row.retryAtOnce) return { _tag: "Charge", cycle, passUnused: unused() }
  if (cycle.row.blocked !== undefined) {
    return now >= retryOf(cycle.row, now) ? { _tag: "Charge", cycle, passUnused: unused() } : rest
  }
  const [date] = datesLeft
  if (date === undefined) {
    return step(dunningExhausted(rows, cycle.row, settings.dunningExhausted, now))
  }
  if (date > now) return rest
  return standing?.isStopped === true
    ? step(unused())
    : { _tag: "Charge", cycle, passUnused: unused() }
}

/** Starts the period of a cycle that waits until earlier cycles are paid, or for a resumption. */
const cycleDue = (rows: BillingRows, next: BillingCycleRecord): BillingMove => ({
  subscription: {
    ...rows.subscription.row,
    cycle: next.sequence,
    currentPeriodStart: next.periodStart,
    currentPeriodEnd: next.periodEnd
  },
  cycles: [cycleAfter(next, ["fall_due"])]
})
