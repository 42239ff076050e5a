import type { PaymentInstrumentId } from "../../kernel/primitives/PublicId.ts"
import type { BillingMove, BillingRows } from "../BillingRows.ts"
import { unpaidCycle } from "../BillingRows.ts"
import type { BillingCycleRecord } from "../cycles/BillingCycle.ts"

/** Moves a subscription to another saved card. An overdue cycle is retried on it at once. */
export const instrumentChanged = (
  rows: BillingRows,
  paymentInstrument: PaymentInstrumentId
): BillingMove => ({
  subscription: { ...rows.subscription.row, paymentInstrument },
  cycles: retriedAtOnce(rows),
  events: ["subscription.instrument_updated"]
})

/** The saved card was reissued. An overdue cycle is retried on it at once. */
export const cardRenewed = (rows: BillingRows): BillingMove => ({
  subscription: rows.subscription.row,
  cycles: retriedAtOnce(rows)
})

/**
 * Retries the cycle that waits, or that is being charged on the old card. This attempt is an extra
 * one: it uses up no date, and dates that would have passed unused count again.
 */
const retriedAtOnce = (rows: BillingRows): ReadonlyArray<BillingCycleRecord> => {
  const cycle = unpaidCycle(rows)?.row
  if (cycle === undefined || !isWaiting(cycle)) return []
  const { dunning } = cycle
  return [
    {
      ...cycle,
      retryAtOnce: true,
      dunning: dunning === null ? null : { ...dunning, isStopped: false }
    }
  ]
}

const isWaiting = ({ status, blocked }: BillingCycleRecord): boolean =>
  status === "retrying" || status === "charging" || blocked !== undefined
