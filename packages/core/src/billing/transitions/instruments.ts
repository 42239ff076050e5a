import type { PaymentInstrumentId } from "../../kernel/primitives/PublicId.ts"
import type { BillingMove, BillingRows } from "../BillingRows.ts"
import { unpaidCycle } from "../BillingRows.ts"
import type { BillingCycleRecord } from "../cycles/BillingCycle.ts"

/** It is charged on another saved card from now on; what is overdue is tried on that at once. */
export const instrumentChanged = (
  rows: BillingRows,
  paymentInstrument: PaymentInstrumentId
): BillingMove => ({
  subscription: { ...rows.subscription.row, paymentInstrument },
  cycles: retriedAtOnce(rows),
  events: ["subscription.instrument_updated"]
})

/** The same saved card is another one by now: what is overdue is tried on it at once. */
export const cardRenewed = (rows: BillingRows): BillingMove => ({
  subscription: rows.subscription.row,
  cycles: retriedAtOnce(rows)
})

/**
 * The cycle that waits to be charged again, or is being charged on the card there was. That try is
 * one more: it uses up no date, and dates that would have passed unused are good again.
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
