import type { PaymentInstrumentId } from "../../kernel/primitives/PublicId.ts"
import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import type { BillingMove, BillingRows } from "../BillingRows.ts"
import { unpaidCycle } from "../BillingRows.ts"
import type { BillingCycleRecord, Dunning } from "../cycles/BillingCycle.ts"
import { datesUsed } from "../dunning.ts"

/** Moves a subscription to another saved card. An overdue cycle is retried on it at once. */
export const instrumentChanged = (
  rows: BillingRows,
  paymentInstrument: PaymentInstrumentId,
  now: Millis
): BillingMove => ({
  subscription: { ...rows.subscription.row, paymentInstrument },
  cycles: retriedAtOnce(rows, now),
  events: ["subscription.instrument_updated"]
})

/** The saved card was reissued. An overdue cycle is retried on it at once. */
export const cardRenewed = (rows: BillingRows, now: Millis): BillingMove => ({
  subscription: rows.subscription.row,
  cycles: retriedAtOnce(rows, now)
})

/**
 * Retries the cycle that waits, or that is being charged on the old card. This attempt is an extra
 * one: it uses up no date. After a hard decline, dates that have passed are unused, and those that
 * are left count again.
 */
const retriedAtOnce = (rows: BillingRows, now: Millis): ReadonlyArray<BillingCycleRecord> => {
  const cycle = unpaidCycle(rows)?.row
  if (cycle === undefined || !isWaiting(cycle)) return []
  const { dunning } = cycle
  return [
    {
      ...cycle,
      retryAtOnce: true,
      dunning: dunning === null ? null : continued(dunning, now)
    }
  ]
}

const continued = (dunning: Dunning, now: Millis): Dunning =>
  dunning.isStopped ? { ...datesUsed(dunning, now), isStopped: false } : dunning

const isWaiting = ({ status, blocked }: BillingCycleRecord): boolean =>
  status === "retrying" || status === "charging" || blocked !== undefined
