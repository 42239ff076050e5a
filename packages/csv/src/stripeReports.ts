import type { KindOfRow, SettlementMapping } from "./SettlementMapping.ts"

/** Stripe's reporting categories that move no payment, refund or dispute of the merchant. */
const others = [
  ..."advance advance_funding anticipation_repayment climate_order_purchase".split(" "),
  ..."climate_order_refund connect_collection_transfer connect_reserved_funds".split(" "),
  ..."contribution currency_conversion fee financing_paydown".split(" "),
  ..."financing_paydown_reversal financing_payout financing_payout_reversal".split(" "),
  ..."issuing_authorization_hold issuing_authorization_release issuing_dispute".split(" "),
  ..."issuing_disbursement issuing_transaction network_cost other_adjustment".split(" "),
  ..."payment_network_reserved_funds payout payout_minimum_balance_hold".split(" "),
  ..."payout_minimum_balance_release payout_reversal platform_earning".split(" "),
  ..."platform_earning_refund risk_reserved_funds tax topup topup_reversal".split(" "),
  ..."transfer transfer_reversal unreconciled_customer_funds".split(" ")
]

const leftOut: Readonly<Record<string, KindOfRow>> = Object.fromEntries(
  others.map((category) => [category, null])
)

const stripeReport = {
  reference: {
    charge: ["payment_intent_id", "source_id"],
    refund: "source_id",
    reversal: "source_id",
    dispute: "source_id",
    dispute_release: "source_id"
  },
  kind: {
    column: "reporting_category",
    kinds: {
      ...leftOut,
      charge: "charge",
      // A debit that fails later was reported as a charge while it was pending. The ledger books a
      // pending debit only when it succeeds.
      charge_failure: { partOf: "charge", alone: "charge_return" },
      // Stripe reports the whole hold as a charge, and then takes back the part that was not
      // captured.
      partial_capture_reversal: { partOf: "charge" },
      refund: "refund",
      refund_failure: "reversal",
      dispute: "dispute",
      dispute_reversal: "dispute_release"
    }
  },
  gross: { signed: "gross" },
  fee: "fee",
  net: "net",
  currency: "currency",
  settlement: "automatic_payout_id",
  decimalMark: "."
} as const satisfies SettlementMapping

/**
 * Stripe's payout reconciliation report: each automatic payout and its transactions. Download it
 * itemized (`payout_reconciliation.itemized`), with the column `payment_intent_id`.
 *
 * Charges are found by their PaymentIntent, refunds and disputes by their ids. The hold of a
 * partial capture and its `partial_capture_reversal` make one row. A debit that failed while it was
 * pending and its `charge_failure` are left out together. If the report has only the
 * `charge_failure`, it is a `charge_return`. Payouts, fees, reserves and adjustments are left out.
 *
 * Without the column `automatic_payout_effective_at_utc`, pass the report's `timeZone`, which is
 * `UTC` unless you chose another. For decimals after a comma, set `decimalMark`.
 *
 * Source: https://docs.stripe.com/reports/report-types/payout-reconciliation and
 * https://docs.stripe.com/reports/reporting-categories, read in November 2026.
 */
export const stripePayoutReconciliation: SettlementMapping = {
  ...stripeReport,
  settledAt: [
    { column: "automatic_payout_effective_at_utc", zone: "UTC" },
    { column: "automatic_payout_effective_at" }
  ]
}

/**
 * Stripe's balance report, for manual payouts and for accounts that book by the day. Download the
 * balance change from activity, itemized (`balance_change_from_activity.itemized`), with the column
 * `payment_intent_id`. Use either this report or the payout reconciliation report: rows of the
 * other are duplicates.
 *
 * Its rows are read as those of `stripePayoutReconciliation`. A row is settled when its funds
 * become available. Without the column `available_on_utc`, pass the report's `timeZone`.
 *
 * Source: https://docs.stripe.com/reports/report-types/balance, read in November 2026.
 */
export const stripeBalance: SettlementMapping = {
  ...stripeReport,
  settledAt: [{ column: "available_on_utc", zone: "UTC" }, { column: "available_on" }],
  optional: ["automatic_payout_id"]
}
