import type { Millis } from "../kernel/primitives/Timestamp.ts"
import { inserted, updated } from "../platform/storage/Change.ts"
import { type BillingMove, type BillingRows, completedMove, unpaidCycle } from "./BillingRows.ts"
import type { BillingCycleRecord } from "./cycles/BillingCycle.ts"
import { type BillingSettings, nextBillingAction } from "./nextBillingAction.ts"
import { nextBillingTime } from "./nextBillingTime.ts"
import { isEnded, type SubscriptionRecord } from "./subscriptions/Subscription.ts"
import { chargeOf } from "./Terms.ts"
import { cyclePaid, markCharging } from "./transitions/cycleOutcomes.ts"

/** The reason of an upcoming charge. */
export type UpcomingChargeKind =
  /** The first charge of a subscription. */
  | "first"
  /** A charge of a new period. */
  | "renewal"
  /** Another charge of a period whose last charge did not succeed. */
  | "retry"

/** A charge that a subscription will make if each charge before it succeeds. */
export interface UpcomingCharge {
  /** The position of the cycle that it pays. 1 is the first cycle, 0 a trial before it. */
  readonly sequence: number
  /** The time of the charge, in milliseconds since the epoch. */
  readonly at: number
  /** The amount in minor units, with the setup fee if it is the first. */
  readonly amount: bigint
  /** The reason of the charge. */
  readonly kind: UpcomingChargeKind
  /** The start of the paid period, in milliseconds since the epoch. */
  readonly periodStart: number
  /** The end of the paid period, in milliseconds since the epoch. */
  readonly periodEnd: number
}

/** The point at which a subscription stops charging. */
export interface ChargesStop {
  /** The time, in milliseconds since the epoch. */
  readonly at: number
  /** The status from then on. A `paused` subscription waits until somebody resumes it. */
  readonly status: "paused" | "canceled" | "expired" | "terminated"
}

/** The course of a subscription from now on. */
export interface Projection {
  readonly charges: ReadonlyArray<UpcomingCharge>
  /** Null if the subscription continues after the last of the charges. */
  readonly stops: ChargesStop | null
}

/** The actions that one projection follows: long pauses skip many cycles. */
const mostActions = 2000

/**
 * Projects the charges of a subscription from now on. It takes the decisions that the billing job
 * will take, and every charge succeeds, also the one in flight.
 */
export const projectCharges = (
  rows: BillingRows,
  now: Millis,
  settings: BillingSettings,
  limit: number
): Projection => {
  const charges: Array<UpcomingCharge> = []
  let at = now
  let current = withoutCharge(rows, now)
  for (let actions = 0; actions < mostActions && charges.length < limit; actions++) {
    const { row } = current.subscription
    if (isEnded(row)) return { charges, stops: stopOf(row, at) }
    const action = nextBillingAction(current, at, settings)
    if (action._tag === "Rest") {
      const next = nextBillingTime(row, unpaidCycle(current)?.row ?? null, at)
      if (next === null || next <= at) return { charges, stops: stopOf(row, at) }
      at = next
    } else if (action._tag === "Move") {
      current = applied(current, action.move, at)
    } else {
      charges.push(upcoming(row, action.cycle.row, at))
      current = paid(current, markCharging(action.cycle.row, null), at)
    }
  }
  return { charges, stops: null }
}

const upcoming = (
  { status, terms }: SubscriptionRecord,
  cycle: BillingCycleRecord,
  at: Millis
): UpcomingCharge => ({
  sequence: cycle.sequence,
  at,
  amount: chargeOf(terms, cycle),
  kind:
    cycle.dunning !== null || cycle.blocked !== undefined
      ? "retry"
      : status === "pending_first_payment"
        ? "first"
        : "renewal",
  periodStart: cycle.periodStart,
  periodEnd: cycle.periodEnd
})

/** Settles the charge in flight, if there is one. */
const withoutCharge = (rows: BillingRows, now: Millis): BillingRows => {
  const cycle = unpaidCycle(rows)?.row
  return cycle?.status === "charging" ? paid(rows, cycle, now) : rows
}

const paid = (rows: BillingRows, charging: BillingCycleRecord, at: Millis): BillingRows =>
  applied(rows, cyclePaid(rows, charging), at)

/** Applies a move to the rows, with the cycles that it adds. */
const applied = (rows: BillingRows, move: BillingMove, now: Millis): BillingRows => {
  const { subscription, lacking } = completedMove({ now }, move)
  const changed = new Map((move.cycles ?? []).map((cycle) => [cycle.sequence, cycle]))
  return {
    subscription: updated(rows.subscription, subscription),
    cycles: [
      ...rows.cycles.map((cycle) => updated(cycle, changed.get(cycle.row.sequence) ?? cycle.row)),
      ...lacking.map((cycle) => inserted(rows.subscription.scope, cycle))
    ].filter(({ row }) => row.sequence >= Math.min(subscription.unpaid, subscription.cycle) - 1),
    job: rows.job
  }
}

const stopOf = (
  { status, canceledAt, pause }: SubscriptionRecord,
  at: Millis
): ChargesStop | null => {
  switch (status) {
    case "paused":
      return { at: pause?.at ?? at, status }
    case "canceled":
    case "expired":
    case "terminated":
      return { at: canceledAt ?? at, status }
    default:
      return null
  }
}
