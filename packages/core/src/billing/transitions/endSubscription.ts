import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import type { BillingMove, BillingRows } from "../BillingRows.ts"
import {
  type BillingCycleRecord,
  type BillingCycleTrigger,
  cycleAfter
} from "../cycles/BillingCycle.ts"
import type { SubscriptionRecord } from "../subscriptions/Subscription.ts"
import { subscriptionAfter } from "../subscriptions/subscriptionMachine.ts"
import { isOpen, openAfter } from "./cycleOutcomes.ts"

/** Cancels a subscription now. Cycles that are not charged yet never will be. */
export const canceled = (
  rows: BillingRows,
  now: Millis,
  reason: string | null = rows.subscription.row.cancelReason
): BillingMove => ({
  subscription: subscriptionAfter(rows.subscription.row, "cancel", ending(now, reason)),
  cycles: endCycles(rows, "cancel"),
  events: ["subscription.canceled"]
})

/** Ends a subscription whose first charge was not paid in time. */
export const expireUnpaid = (rows: BillingRows, now: Millis): BillingMove => ({
  subscription: subscriptionAfter(
    rows.subscription.row,
    "expire",
    ending(now, "first_payment_failed")
  ),
  cycles: endCycles(rows, "fail"),
  events: ["subscription.canceled"]
})

/** Completes a subscription after its last cycle. */
export const completed = (rows: BillingRows, now: Millis): BillingMove => ({
  subscription: subscriptionAfter(rows.subscription.row, "expire", ending(now, "completed")),
  cycles: endCycles(rows, "cancel"),
  events: ["subscription.canceled"]
})

/** Ends or pauses a subscription after the last retry of a cycle. */
export const dunningExhausted = (
  rows: BillingRows,
  unpaid: BillingCycleRecord,
  then: "terminate" | "pause",
  now: Millis
): BillingMove => {
  const before = rows.subscription.row
  if (then === "terminate") {
    return {
      subscription: subscriptionAfter(before, "terminate", ending(now, "dunning_exhausted")),
      cycles: endCycles(rows, "fail"),
      events: ["subscription.terminated"]
    }
  }
  return {
    subscription: subscriptionAfter(before, "pause", {
      unpaid: openAfter(rows, unpaid.sequence),
      pause: {
        behavior: "shift",
        from: "active",
        at: now,
        periodEnd: before.currentPeriodEnd,
        isUnpaid: true
      },
      resumesAt: null
    }),
    cycles: [cycleAfter(unpaid, ["fail"])],
    events: ["subscription.paused"]
  }
}

const ending = (now: Millis, cancelReason: string | null): Partial<SubscriptionRecord> => ({
  canceledAt: now,
  cancelReason,
  pause: null,
  resumesAt: null
})

/** Ends every open cycle. A declined cycle ends by a trigger of its own. */
const endCycles = (
  { cycles }: BillingRows,
  declined: Extract<BillingCycleTrigger, "cancel" | "fail">
): ReadonlyArray<BillingCycleRecord> =>
  cycles.flatMap(({ row }) => {
    if (isOpen(row)) return [cycleAfter(row, ["cancel"])]
    return row.status === "retrying" ? [cycleAfter(row, [declined])] : []
  })
