import type { Fields } from "@payloom/core"
import type { FakeEvent } from "../FakeBooks.ts"

const types: Readonly<Record<FakeEvent["what"], string>> = {
  pending: "sentForAuthorization",
  approved: "authorized",
  declined: "refused",
  captured: "sentForSettlement",
  capture_returned: "settlementFailed",
  modified: "sentForRefund",
  modification_failed: "refundFailed"
}

/** Returns the details of a webhook, which have no id of the payment. */
export const worldpayEvent = ({ at, payment, modification, what }: FakeEvent): Fields => {
  const { reference: transactionReference, currency: currencyCode, authorized, amount } = payment
  const value = Number(modification?.amount ?? (authorized > 0n ? authorized : amount))
  return {
    classification: "payment",
    downstreamReference: "3378792436",
    transactionReference,
    type: types[what],
    date: new Date(at).toISOString().slice(0, 10),
    ...(modification === null ? {} : { reference: modification.reference.replace("_", "-") }),
    ...(what === "modification_failed"
      ? { refund: { refusal: { code: "5", description: "Do not honor" } } }
      : {}),
    ...(what === "declined" ? {} : { amount: { value, currencyCode } }),
    _links: { payment: { href: "" } }
  }
}
