import type { Fields } from "@payloom/core"
import type { FakeModification, FakePayment } from "../FakeBooks.ts"
import type { FakeContext } from "../FakeCodec.ts"

/** The refusal code and its description, by the issuer's decision. */
const refusals: Readonly<Record<string, readonly [code: string, text: string]>> = {
  insufficient_funds: ["51", "Insufficient funds"],
  do_not_honor: ["5", "Do not honour"],
  expired_card: ["33", "CARD EXPIRED"],
  incorrect_cvc: ["55", "INVALID SECURITY CODE"],
  fraud: ["34", "FRAUD SUSPICION"],
  issuer_unavailable: ["91", "CREDITCARD ISSUER TEMPORARILY NOT REACHABLE"],
  authentication_required: ["65", "Authentication Requested"]
}

/** Returns the refusal of a payment. */
export const refusalOf = ({ decline }: FakePayment): readonly [code: string, text: string] =>
  refusals[decline ?? ""] ?? ["5", "Do not honour"]

const timeOf = (time: number): string => new Date(time).toISOString()

const valueOf = (amount: bigint, { currency }: FakePayment) => ({
  currency,
  amount: Number(amount)
})

/** Returns the authorization of a payment, and its automatic settlement. */
const ownEvents = (payment: FakePayment): ReadonlyArray<Fields> => {
  const { id, created, status, isAutoCaptured, authorized } = payment
  const event = (eventName: string, command: string, more: Fields = {}) => ({
    eventName,
    timestamp: timeOf(created),
    ...more,
    commandId: `${command}${id.slice(3)}`
  })
  const requested = event("authorizationRequested", "cmd")
  if (status === "received" || status === "waiting") return [requested]
  if (status === "declined") {
    const [code, description] = refusalOf(payment)
    const more = { description, code, outcome: "refused" }
    return [requested, event("authorizationRefused", "cmd", more)]
  }
  const settlement = { type: "fullSettlement", value: valueOf(authorized, payment) }
  return [
    requested,
    event("authorizationSucceeded", "cmd", { outcome: "authorized" }),
    ...(isAutoCaptured
      ? [
          event("settlementRequested", "cmS", settlement),
          event("settlementRequestSubmitted", "cmS")
        ]
      : [])
  ]
}

const refundEvents = (made: FakeModification): ReadonlyArray<Fields> => {
  const { id: commandId, created, reference, amount, payment, state } = made
  const timestamp = timeOf(created)
  const outcome = state === "failed" ? "refundRequestSubmissionFailed" : "refundRequestSubmitted"
  return [
    {
      eventName: "refundRequested",
      timestamp,
      type: "partialRefund",
      refundReference: reference.replace("_", "-"),
      value: valueOf(amount, payment),
      commandId
    },
    { eventName: outcome, timestamp, commandId }
  ]
}

/** Returns a payment in a list of the Payment Queries API. */
export const summaryOf = (payment: FakePayment): Fields => {
  const { id: paymentId, reference: transactionReference, created, account } = payment
  return {
    timestamp: timeOf(created),
    paymentId,
    transactionReference,
    transactionType: "cardOnFile",
    authorizationType: "authorization",
    entity: `Entity ${account}`,
    value: valueOf(payment.authorized > 0n ? payment.authorized : payment.amount, payment),
    _links: { self: { href: `/paymentQueries/payments/${paymentId}` } }
  }
}

/** Returns the answer to `GET /paymentQueries/payments/{id}`. */
export const detailsOf = (
  { books, origin }: FakeContext,
  payment: FakePayment,
  linkData: string
): Fields => {
  const { _links, ...summary } = summaryOf(payment)
  const refunds = books.modifications.filter((each) => each.payment === payment)
  const events = [...ownEvents(payment), ...refunds.flatMap(refundEvents)]
  const isApproved = payment.authorized > 0n
  const link = (path: string) => ({ href: `${origin}/payments/${path}/${linkData}` })
  return {
    ...summary,
    narrative: { line1: "trading name" },
    lastEvent: events.at(-1)?.eventName,
    ...(isApproved
      ? {
          issuer: { authorizationCode: "675725" },
          scheme: { reference: "060720116005060  " }
        }
      : {}),
    paymentInstrument: { type: "card/plain+masked" },
    events,
    _links: {
      ...Object(_links),
      ...(isApproved ? { "cardPayments:events": link("events") } : {}),
      ...(payment.captured > payment.refunded
        ? { "cardPayments:partialRefund": link("settlements/refunds/partials") }
        : {})
    }
  }
}
