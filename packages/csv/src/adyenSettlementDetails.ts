import type { SettlementMapping } from "./SettlementMapping.ts"

/**
 * Adyen's names of zones. Names that several zones share, such as CST and IST, are missing: add the
 * one of your account.
 */
const zones = {
  UTC: "UTC",
  GMT: "UTC",
  WET: "+00:00",
  WEST: "+01:00",
  BST: "+01:00",
  CET: "+01:00",
  CEST: "+02:00",
  EET: "+02:00",
  EEST: "+03:00",
  SGT: "+08:00",
  HKT: "+08:00",
  JST: "+09:00",
  AEST: "+10:00",
  AEDT: "+11:00",
  NZST: "+12:00",
  NZDT: "+13:00",
  EST: "-05:00",
  EDT: "-04:00",
  CDT: "-05:00",
  MST: "-07:00",
  MDT: "-06:00",
  PST: "-08:00",
  PDT: "-07:00"
}

/**
 * Adyen's settlement details report, which it creates for each batch that it pays out.
 *
 * Payments are found by their `Psp Reference`, refunds and chargebacks by their
 * `Modification Reference`, and returned refunds first by our own reference. The fee is the sum of
 * `Commission`, `Markup`, `Scheme Fees` and `Interchange`, and is checked against the net amount.
 * Fees, payouts, deposit corrections and reserves are left out. The settlement is the batch number.
 * A row was settled at its `Booking Date`, if the report has that column.
 *
 * Adyen states fees in the currency of the payout. A payment in another currency can't be booked:
 * set `converted` to `left_out`, and it stays missing. For a report of several merchant accounts,
 * set `only: [{ column: "Merchant Account", values: ["YourAccount"] }]`.
 *
 * Source:
 * https://docs.adyen.com/reporting/settlement-reconciliation/transaction-level/settlement-details-report,
 * of 23 April 2026, and its journal types, read in November 2026.
 */
export const adyenSettlementDetails: SettlementMapping = {
  reference: {
    charge: "Psp Reference",
    refund: "Modification Reference",
    reversal: ["Modification Merchant Reference", "Modification Reference"],
    dispute: "Modification Reference",
    dispute_release: "Modification Reference"
  },
  kind: {
    column: "Type",
    kinds: {
      Settled: "charge",
      SettledInstallment: "charge",
      SettledReversed: "charge_return",
      CaptureFailed: "charge_return",
      Refunded: "refund",
      RefundedInstallment: "refund",
      RefundedReversed: "reversal",
      RefundFailed: "reversal",
      RefundNotCleared: "reversal",
      Chargeback: "dispute",
      SecondChargeback: "dispute",
      ChargebackReversed: "dispute_release",
      Fee: null,
      MiscCosts: null,
      PaymentCost: null,
      SettleCost: null,
      AuthorisationSchemeFee: null,
      InvoiceDeduction: null,
      MerchantPayout: null,
      MerchantPayin: null,
      MerchantPayinReversed: null,
      XASTransfer: null,
      SuspendInstallment: null,
      InternalCompanyPayout: null,
      BankInstructionReturned: null,
      MatchedStatement: null,
      ManualCorrected: null,
      DepositCorrection: null,
      ReserveAdjustment: null,
      Balancetransfer: null,
      EpaPaid: null,
      PaidOut: null,
      PaidOutReversed: null
    }
  },
  gross: { debit: "Gross Debit (GC)", credit: "Gross Credit (GC)" },
  fee: ["Commission (NC)", "Markup (NC)", "Scheme Fees (NC)", "Interchange (NC)"],
  blankFees: "zero",
  net: { debit: "Net Debit (NC)", credit: "Net Credit (NC)" },
  currency: "Gross Currency",
  feeCurrency: "Net Currency",
  settlement: "Batch Number",
  settledAt: {
    column: "Booking Date",
    zone: { column: "Booking Date TimeZone", names: zones }
  },
  optional: ["Booking Date", "Booking Date TimeZone"],
  decimalMark: "."
}
