import { type Fields, fieldsIn } from "@payloom/core"
import { at, textOf } from "../../fields.ts"
import type { WorldpayAccount } from "../../processors/worldpay/worldpay.ts"
import { hmac } from "../../signatures.ts"
import type { FakePayment } from "../FakeBooks.ts"
import type { FakeCodec, FakeContext, FakeReply, FakeRequest } from "../FakeCodec.ts"
import { conductOfToken } from "../fakeCards.ts"
import { worldpayEvent } from "./worldpayEvent.ts"
import { detailsOf, refusalOf, summaryOf } from "./worldpayQueries.ts"

const json = "application/json"
const cardPayments = "application/vnd.worldpay.payments-v7+json"
const queries = "application/vnd.worldpay.payment-queries-v1.hal+json"

const basic = ({ username, password }: WorldpayAccount): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`

/** Worldpay's ids have 25 to 36 characters. */
const idFrom = (prefix: string, number: number): string =>
  `${prefix}${number.toString(36).padStart(20, "0")}-0`

const refundPath = /^\/payments\/settlements\/refunds\/partials\/([^/]+)$/

/** Speaks as Worldpay's Payments API, Payment Queries API and Card Payments API do. */
export const worldpayCodec: FakeCodec<WorldpayAccount> = {
  account: (name, secret) => ({
    username: `user${secret("user").slice(0, 12)}`,
    password: secret("password").slice(0, 24),
    entity: `Entity ${name}`,
    narrative: "trading name",
    webhookSecrets: [secret("webhook")]
  }),
  idOf: (kind, number) => idFrom(kind === "charge" ? "pay" : "cmd", number),
  kindOf: ({ method, path }) => {
    if (method !== "GET") return path === "/api/payments" ? "charge" : "refund"
    return path === "/paymentQueries/payments" ? "lookup" : "other"
  },
  keyIn: ({ headers }) => headers.authorization ?? "",
  keyOf: basic,
  unauthorized: failed(401, "accessDenied", "Access to the requested resource has been denied"),
  repeatKeyIn: () => null,
  inProgress: failed(500, "internalErrorOccurred", "We cannot currently process your request."),
  answer: (context, request) => {
    const { method, path, headers } = request
    if (method === "POST" && path === "/api/payments") {
      return headers["wp-api-version"] !== "2024-06-01" || headers["content-type"] !== json
        ? failed(406, "headerIsMissing", "A valid header must be provided.")
        : charge(context, fieldsIn(request.body) ?? {})
    }
    const [, link] = (method === "POST" && refundPath.exec(path)) || []
    if (link !== undefined) {
      return headers["content-type"] !== cardPayments
        ? failed(415, "headerHasInvalidValue", "Bad content type")
        : refund(context, link, fieldsIn(request.body) ?? {})
    }
    if (method !== "GET" || headers.accept !== queries) return unknownEndpoint
    const [, id] = /^\/paymentQueries\/payments(?:\/([\w-]+))?$/.exec(path) ?? []
    if (path === "/paymentQueries/payments") return search(context, request)
    return id === undefined ? unknownEndpoint : retrieve(context, id)
  },
  sign: ({ webhookSecrets }, event) => {
    const body = JSON.stringify({
      eventId: `event-${event.id}`,
      eventTimestamp: new Date(event.at).toISOString().replace("Z", ""),
      eventDetails: worldpayEvent(event)
    })
    return {
      headers: {
        "content-type": "application/vnd.worldpay.events-v1.hal+json",
        "event-signature": `1/SHA256/${hmac(webhookSecrets[0] ?? "", body)}`
      },
      body
    }
  }
}

function failed(status: number, errorName: string, message: string): FakeReply {
  return { status, body: { errorName, message } }
}

const unknownEndpoint = failed(404, "endpointNotFound", "Requested endpoint was not found.")

const mismatch = (errorName: string, jsonPath: string): FakeReply => ({
  status: 400,
  body: {
    errorName: "bodyDoesNotMatchSchema",
    message: "A JSON body matching the expected schema must be provided.",
    validationErrors: [{ errorName, message: "Field at path is not valid.", jsonPath }]
  }
})

const charge = (context: FakeContext, body: Fields): FakeReply => {
  const instruction = at(body, "instruction")
  const { amount, currency } = at(instruction, "value")
  const instrument = at(instruction, "paymentInstrument")
  const token = textOf(instrument.tokenId) ?? textOf(instrument.href)
  if (at(body, "merchant").entity !== `Entity ${context.account}`) {
    return mismatch("fieldHasInvalidValue", "$.merchant.entity")
  }
  if (instrument.type !== "token" || token === null) {
    return mismatch("fieldHasInvalidValue", "$.instruction.paymentInstrument")
  }
  const { type, storedCardUsage } = at(instruction, "customerAgreement")
  if (type !== "unscheduled" && storedCardUsage === undefined) {
    return mismatch("fieldIsMissing", "$.instruction.customerAgreement.storedCardUsage")
  }
  const payment = context.books.charge({
    account: context.account,
    reference: textOf(body.transactionReference) ?? "",
    amount: BigInt(Number(amount)),
    currency: String(currency),
    isAutoCaptured: at(instruction, "settlement").auto === true,
    returnUrl: "",
    conduct: conductOfToken(token)
  })
  return answerOf(context, payment)
}

/** The answer to a charge has no amount. */
const answerOf = (context: FakeContext, payment: FakePayment): FakeReply => {
  const { id: paymentId, reference: transactionReference, status, captured } = payment
  const riskFactors = [{ risk: "notChecked", type: "cvc" }]
  if (status === "declined") {
    const [refusalCode, refusalDescription] = refusalOf(payment)
    const body = { outcome: "refused", paymentId, transactionReference, refusalDescription }
    return { status: 201, body: { ...body, refusalCode, riskFactors } }
  }
  const href = `${context.origin}/api/payments/${linkDataOf(payment)}`
  return {
    status: captured > 0n ? 202 : 201,
    body: {
      outcome: captured > 0n ? "sentForSettlement" : "authorized",
      paymentId,
      transactionReference,
      schemeReference: "060720116005060",
      issuer: { authorizationCode: "675725" },
      riskFactors,
      paymentInstrument: {
        type: "card/plain+masked",
        cardBin: "400000",
        lastFour: "1000",
        countryCode: "GB",
        expiryDate: { year: 2035, month: 5 },
        cardBrand: "mastercard",
        fundingType: "debit",
        category: "consumer",
        issuerName: "BANK LIMITED",
        paymentAccountReference: "3001DBT34Q41D6J7PFC5W0UACOT4C"
      },
      _links: { self: { href } },
      _actions: {
        refundPayment: { href: `${href}/refunds`, method: "POST" },
        partiallyRefundPayment: { href: `${href}/partialRefunds`, method: "POST" }
      }
    }
  }
}

/** Link data is about 500 characters long, and partly escaped. */
const linkDataOf = ({ id }: FakePayment): string =>
  encodeURIComponent(`${Buffer.from(id).toString("base64")}.${"sN:g8wd64bw+=".repeat(30)}`)

const search = ({ books, account }: FakeContext, { query }: FakeRequest): FakeReply => {
  const reference = query.get("transactionReference") ?? ""
  const payments = [...books.payments.values()]
    .filter((each) => each.account === account && each.reference === reference)
    .map(summaryOf)
  const self = { href: `/paymentQueries/payments?${query}` }
  return { status: 200, body: { _links: { self }, _embedded: { payments } } }
}

const retrieve = (context: FakeContext, id: string): FakeReply => {
  const payment = context.books.payments.get(id)
  return payment?.account !== context.account
    ? failed(404, "paymentNotFound", "The payment you are trying to access does not exist.")
    : { status: 200, body: detailsOf(context, payment, linkDataOf(payment)) }
}

const refund = ({ books, account }: FakeContext, link: string, body: Fields): FakeReply => {
  const payment = [...books.payments.values()].find((each) => linkDataOf(each) === link)
  if (payment?.account !== account) return unknownEndpoint
  const { amount } = at(body, "value")
  const reference = textOf(body.reference)
  if (reference === null || !/^[-A-Za-z0-9]{1,128}$/.test(reference)) {
    return mismatch("fieldHasInvalidValue", "$.reference")
  }
  // The records have the engine's references, with an underscore.
  const made = books.modify("refund", payment, BigInt(Number(amount)), reference.replace("-", "_"))
  const curies = [{ name: "payments", href: "/rels/payments/{rel}", templated: true }]
  const events = { href: `/payments/events/${link}` }
  return {
    status: 202,
    body: {
      paymentId: payment.id,
      commandId: made.id,
      _links: { "cardPayments:events": events, curies }
    }
  }
}
