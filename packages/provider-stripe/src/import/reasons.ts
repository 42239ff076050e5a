/** Why a subscription can't be brought over as it is. It stays at Stripe, which bills it. */
export const leftReasons = {
  invoice_sent_to_customer: "Stripe sends an invoice instead of charging a card.",
  several_items: "It has several items.",
  not_recurring: "Its price is not a recurring one.",
  metered_price: "Its price depends on the usage.",
  tiered_price: "Its price has tiers.",
  currency_unknown: "Its currency is not an active one of ISO 4217.",
  interval_too_long: "Its interval is more than 1,000 of its units.",
  price_in_fractions: "Its price has fractions of the smallest unit.",
  customer_chooses_price: "The customer chooses the price.",
  quantity_missing: "It has no whole quantity.",
  quantity_is_transformed: "Its quantity is divided before it is billed.",
  price_in_another_currency: "It is billed in another currency than its price's own.",
  discount: "It, its item or its customer has a discount.",
  tax: "Stripe adds tax.",
  schedule: "A schedule changes it later.",
  billing_schedules: "It has billing schedules.",
  pending_update: "A change of it waits for a payment.",
  pending_invoice_items: "The next invoice would have further items.",
  customer_balance: "The balance of its customer would change the next invoice.",
  connect: "It pays a connected account.",
  managed_payments: "Stripe is the seller.",
  billing_thresholds: "It is also billed when an amount is reached.",
  cancel_at_other_time: "It ends at another time than the end of a period.",
  card_missing: "There is no card to charge.",
  card_is_legacy_source: "Its card is a source of Stripe's older API.",
  not_a_card: "It is not paid by card.",
  customer_missing: "Its customer was deleted.",
  paused_at_stripe: "Somebody else paused its collection.",
  status_past_due: "It is past due.",
  status_unpaid: "It is unpaid.",
  status_incomplete: "Its first payment is not made.",
  status_incomplete_expired: "Its first payment was never made.",
  status_paused: "It is paused.",
  status_canceled: "It has ended.",
  status_unknown: "Its status is not known here.",
  frozen_too_long: "Several periods went by while it was frozen. Decide about them at Stripe."
} as const

/** Why a subscription waits. The next run of the same step may bring it over. */
const waitReasons = {
  at_boundary: "Its period ends within minutes.",
  invoice_draft: "Stripe is about to charge an invoice.",
  invoice_open: "Stripe is charging an invoice.",
  period_without_invoice: "Stripe has not made the invoice of its period yet.",
  not_frozen: "It is not frozen at Stripe: run freeze again."
} as const

/** Why this engine doesn't take or give a subscription. */
const hereReasons = {
  no_account_takes_this_price: "No merchant account here takes its currency or its amount.",
  anchor_differs: "The calendar does not lead from its anchor to its next charge.",
  card_detached_here: "Its card was detached here.",
  card_of_another_customer: "Its card belongs to another customer here.",
  customer_erased_here: "Its customer was erased here.",
  freeze_refused: "Stripe refused to freeze it.",
  charged_here: "It was charged here, or is about to be: it stays.",
  period_voided: "Stripe let a period pass while it was frozen: take it over instead."
} as const

/** Why something of a customer stays at Stripe. */
const customerReasons = {
  too_many_cards: "The customer has over 100 cards: the newest 100 are copied."
} as const

const sentences: Readonly<Record<string, string>> = {
  ...leftReasons,
  ...waitReasons,
  ...hereReasons,
  ...customerReasons
}

/** The code of a reason to leave a subscription at Stripe. */
export type LeftReason = keyof typeof leftReasons

/** The code of a reason to wait. */
export type WaitReason = keyof typeof waitReasons

/** Returns the sentence of a reason's code. */
export const reasonText = (code: string): string =>
  Object.hasOwn(sentences, code) ? (sentences[code] ?? code) : code

/** Returns true if the code only says to wait. */
export const isWait = (code: string): code is WaitReason => Object.hasOwn(waitReasons, code)
