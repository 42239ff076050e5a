import type { PaymentStatus } from "./Payment.ts"

/** The place of the money of a payment, as far as its status shows. */
export type MoneyState = "not_yet" | "held" | "taken" | "given_back" | "nowhere"

/** The place of the money by the status of its payment. */
export const moneyState: Readonly<Record<PaymentStatus, MoneyState>> = {
  created: "not_yet",
  requires_payment: "not_yet",
  authenticating: "not_yet",
  processing: "not_yet",
  authorized: "held",
  succeeded: "taken",
  partially_captured: "taken",
  partially_refunded: "taken",
  refunded: "given_back",
  voided: "given_back",
  declined: "nowhere",
  failed: "nowhere",
  expired: "nowhere",
  canceled: "nowhere"
}

/** A sentence with the alternative to a refused operation. */
export const alternativeTo: Readonly<Record<MoneyState, string>> = {
  not_yet: "It is not decided yet: read it again later.",
  held: "Its money is held: capture it, or void it to release the money.",
  taken: "Its money was captured: refund it to give the money back.",
  given_back: "Its money was released or given back: make a new payment to charge again.",
  nowhere: "It took no money: make a new payment to charge again."
}
