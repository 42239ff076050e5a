/** Columns of `payout_reconciliation.itemized`, by the names in Stripe's documents. */
export const stripeHeader =
  "automatic_payout_id,automatic_payout_effective_at,balance_transaction_id,created,available_on," +
  "currency,gross,fee,net,reporting_category,source_id,description,customer_facing_amount," +
  "customer_facing_currency,charge_id,payment_intent_id"

interface StripeLine {
  readonly category: string
  readonly source: string
  readonly gross: string
  readonly net: string
  readonly fee?: string
  readonly currency?: string
  readonly intent?: string
  readonly payout?: string
}

/**
 * Returns one line of such a report. Amounts are in major units, and negative if they leave the
 * balance.
 */
export const stripeLine = (line: StripeLine): string => {
  const { category, source, gross, net, fee = "0", currency = "eur", intent = "" } = line
  const { payout = "po_1" } = line
  const charge = intent === "" ? "" : intent.replace("pi_", "ch_")
  return [
    ...[payout, "2026-11-20 00:00:00", `txn_${category}_${source}`, "2026-11-16 09:30:00"],
    ...["2026-11-18 00:00:00", currency, gross, fee, net, category, source],
    ...['"Order 7, ""gift"""', gross.replace("-", ""), currency, charge, intent]
  ].join(",")
}

/** Every kind of line that concerns a payment, and many that don't. */
export const stripeSample = [
  stripeHeader,
  stripeLine({
    category: "charge",
    source: "ch_1",
    intent: "pi_1",
    gross: "12.50",
    fee: "0.44",
    net: "12.06"
  }),
  stripeLine({
    category: "charge",
    source: "ch_2",
    intent: "pi_2",
    gross: "100",
    fee: "1.75",
    net: "98.25"
  }),
  stripeLine({
    category: "partial_capture_reversal",
    source: "re_2",
    intent: "pi_2",
    gross: "-30",
    fee: "-0.45",
    net: "-29.55"
  }),
  stripeLine({
    category: "charge",
    source: "ch_3",
    intent: "pi_3",
    gross: "1500",
    fee: "79",
    net: "1421",
    currency: "jpy"
  }),
  stripeLine({
    category: "charge",
    source: "ch_4",
    intent: "pi_4",
    gross: "1.234",
    fee: "0.05",
    net: "1.184",
    currency: "kwd"
  }),
  stripeLine({ category: "charge", source: "py_5", gross: "7.00", fee: "0.30", net: "6.70" }),
  stripeLine({ category: "refund", source: "re_1", intent: "pi_1", gross: "-5.00", net: "-5.00" }),
  stripeLine({
    category: "refund_failure",
    source: "re_1",
    intent: "pi_1",
    gross: "5.00",
    net: "5.00"
  }),
  stripeLine({
    category: "dispute",
    source: "du_1",
    intent: "pi_1",
    gross: "-12.50",
    fee: "20.00",
    net: "-32.50"
  }),
  stripeLine({
    category: "dispute_reversal",
    source: "du_1",
    intent: "pi_1",
    gross: "12.50",
    fee: "-20.00",
    net: "32.50"
  }),
  stripeLine({ category: "fee", source: "", gross: "-0.50", net: "-0.50" }),
  stripeLine({ category: "risk_reserved_funds", source: "rt_1", gross: "-3.00", net: "-3.00" }),
  stripeLine({ category: "risk_reserved_funds", source: "rt_2", gross: "3.00", net: "3.00" }),
  stripeLine({ category: "other_adjustment", source: "", gross: "1.00", net: "1.00" }),
  stripeLine({ category: "payout", source: "po_1", gross: "-80.00", net: "-80.00" })
].join("\n")

/** The reporting categories that the types of Stripe's SDK list. */
export const stripeCategories: ReadonlyArray<string> = (
  "advance advance_funding anticipation_repayment charge charge_failure " +
  "climate_order_purchase climate_order_refund connect_collection_transfer " +
  "connect_reserved_funds contribution dispute dispute_reversal fee financing_paydown " +
  "financing_paydown_reversal financing_payout financing_payout_reversal " +
  "issuing_authorization_hold issuing_authorization_release issuing_dispute " +
  "issuing_transaction network_cost other_adjustment partial_capture_reversal payout " +
  "payout_reversal platform_earning platform_earning_refund refund refund_failure " +
  "risk_reserved_funds tax topup topup_reversal transfer transfer_reversal " +
  "unreconciled_customer_funds"
).split(" ")
