import { type Fields, fieldsIn } from "@payloom/core"
import { at, textOf } from "../../fields.ts"
import type { AirwallexAccount } from "../../processors/airwallex/airwallex.ts"
import { hmac } from "../../signatures.ts"
import { minorUnits } from "../decimals.ts"
import type { FakeEvent } from "../FakeBooks.ts"
import type { FakeCodec, FakeContext, FakeReply, FakeRequest } from "../FakeCodec.ts"
import { conductOf } from "../fakeCards.ts"
import {
  type FakeIntent,
  intentBody,
  intentsOf,
  listedIntent,
  numberOf,
  refundBody,
  refusalOf,
  timeOf
} from "./airwallexIntents.ts"

const idFrom = (prefix: string, number: number): string =>
  `${prefix}_${number.toString(36).padStart(20, "0")}`

const intentPath = /^\/pa\/payment_intents\/(int_\w+)(?:\/(confirm|cancel))?$/

/** Speaks as Airwallex's Payments API does, in its version 2025-06-30. */
export const airwallexCodec: FakeCodec<AirwallexAccount> = {
  account: (name, secret) => ({
    clientId: `client_${name}`,
    apiKey: secret("key"),
    webhookSecrets: [secret("webhook")]
  }),
  idOf: (kind, number) => idFrom(kind === "charge" ? "int" : "rfd", number),
  kindOf: ({ method, path }) => {
    if (method === "GET") return path === "/pa/payment_intents" ? "lookup" : "other"
    if (path === "/pa/refunds/create") return "refund"
    return path.endsWith("/confirm") ? "charge" : "other"
  },
  // A token names its client.
  keyIn: ({ headers }) =>
    headers["x-client-id"] ?? (headers.authorization ?? "").replace(/^Bearer token\./, ""),
  keyOf: ({ clientId }) => clientId,
  unauthorized: failed(401, "unauthorized", "Access denied, authentication failed"),
  repeatKeyIn: () => null,
  inProgress: failed(400, "duplicate_request", "The request ID has been used previously."),
  answer: (context, request) => {
    const { method, path } = request
    if (path === "/authentication/login") return login(context)
    // Without the header, the version of the account counts.
    if ((request.headers["x-api-version"] ?? "2025-06-30") !== "2025-06-30") {
      return failed(400, "validation_error", "x-api-version")
    }
    const body = fieldsIn(request.body) ?? {}
    if (path === "/pa/payment_intents/create") return create(context, body)
    if (path === "/pa/refunds/create") return refund(context, body)
    if (method === "GET" && path === "/pa/refunds") return refunds(context, request)
    if (method === "GET" && path === "/pa/payment_intents") return search(context, request)
    const [, id = "", what] = intentPath.exec(path) ?? []
    const intent = intentsOf(context.books).get(id)
    if (intent?.account !== context.account) return missing
    if (what === "confirm") return confirm(context, intent, body)
    if (what === "cancel") return cancel(context, intent, body)
    return { status: 200, body: intentBody(intent) }
  },
  sign: ({ webhookSecrets }, event, at) => {
    const named = objectOf(event)
    if (named === null) return null
    const [name, object] = named
    const body = JSON.stringify({
      id: event.id,
      name,
      account_id: "acct_78814faa1b304598",
      created_at: timeOf(event.at),
      data: { object }
    })
    const timestamp = String(at)
    return {
      headers: {
        "content-type": "application/json",
        "x-timestamp": timestamp,
        "x-signature": hmac(webhookSecrets[0] ?? "", timestamp + body)
      },
      body
    }
  }
}

function failed(status: number, code: string, message: string, more: object = {}): FakeReply {
  return { status, body: { code, message, trace_id: "e9afc11e3032ebaa4d4c9080ae77b232", ...more } }
}

const missing = failed(404, "resource_not_found", "The resource cannot be found.")
const repeated = failed(400, "duplicate_request", "The request ID has been used previously.")

const invalid = (source: string): FakeReply =>
  failed(400, "validation_error", `${source} is invalid.`, { source })

const login = ({ account, now }: FakeContext): FakeReply => ({
  status: 201,
  body: { token: `token.client_${account}`, expires_at: timeOf(now() + 1_800_000) }
})

const create = ({ books, account, now }: FakeContext, body: Fields): FakeReply => {
  const { amount, currency, merchant_order_id: order, request_id: requestId } = body
  const intents = intentsOf(books)
  const isKnown = [...intents.values()].some(
    (each) => each.account === account && each.requestId === requestId
  )
  if (isKnown) return repeated
  if (typeof amount !== "number") return invalid("amount")
  const intent: FakeIntent = {
    id: books.newId("int_"),
    account,
    reference: String(order),
    requestId: String(requestId),
    amount: minorUnits(String(amount), String(currency)),
    currency: String(currency),
    created: now(),
    payment: null,
    canceledFor: null
  }
  intents.set(intent.id, intent)
  return { status: 201, body: intentBody(intent) }
}

/** Confirms an intent. It is charged once. */
const confirm = (context: FakeContext, intent: FakeIntent, body: Fields): FakeReply => {
  const { number, expiry_month: month, expiry_year: year } = at(body, "payment_method", "card")
  if (!/^\d{12,19}$/.test(String(number))) return invalid("payment_method.card.number")
  if (!/^\d\d$/.test(String(month)) || !/^\d{4}$/.test(String(year))) {
    return invalid("payment_method.card.expiry_month")
  }
  if (intent.payment !== null || intent.canceledFor !== null) {
    const reason = "The PaymentIntent's status is invalid for operation confirm."
    return failed(400, "invalid_status_for_operation", reason)
  }
  const { id, account, reference, amount, currency } = intent
  intent.payment = context.books.charge({
    id,
    account,
    reference,
    amount,
    currency,
    isAutoCaptured: at(body, "payment_method_options", "card").auto_capture === true,
    returnUrl: "",
    conduct: conductOf(String(number))
  })
  if (intent.payment.status === "declined") {
    const message = "The card issuer declined this transaction."
    const provider_original_response_code = refusalOf(intent.payment)
    return failed(400, "issuer_declined", message, { provider_original_response_code })
  }
  const next_action = {
    type: "redirect",
    method: "GET",
    url: `${context.origin}/_fake/payer/${id}`
  }
  const asks = intent.payment.status === "waiting"
  return { status: 200, body: { ...intentBody(intent), ...(asks ? { next_action } : {}) } }
}

const cancel = ({ books }: FakeContext, intent: FakeIntent, body: Fields): FakeReply => {
  const { payment } = intent
  if (payment?.status !== "waiting" || intent.canceledFor !== null) {
    return failed(400, "invalid_status_for_operation", "The PaymentIntent can't be cancelled.")
  }
  intent.canceledFor = textOf(body.cancellation_reason) ?? ""
  books.decide(payment, false)
  return { status: 200, body: intentBody(intent) }
}

const page = (items: ReadonlyArray<Fields>, { query }: FakeRequest): FakeReply => {
  const from = Number(query.get("page_num") ?? 0) * 10
  const has_more = items.length > from + 10
  return { status: 200, body: { has_more, items: items.slice(from, from + 10) } }
}

const search = ({ books, account }: FakeContext, request: FakeRequest): FakeReply => {
  const reference = request.query.get("merchant_order_id")
  const found = [...intentsOf(books).values()].filter(
    (each) => each.account === account && each.reference === reference
  )
  return page(found.map(listedIntent), request)
}

const refunds = ({ books, account }: FakeContext, request: FakeRequest): FakeReply => {
  const id = request.query.get("payment_intent_id")
  const found = books.modifications.filter(
    ({ payment, state }) => payment.account === account && payment.id === id && state !== "failed"
  )
  return page(
    found.map((each) => refundBody(each, "SETTLED")),
    request
  )
}

const refund = ({ books, account }: FakeContext, body: Fields): FakeReply => {
  const payment = books.payments.get(textOf(body.payment_intent_id) ?? "")
  if (payment?.account !== account) return missing
  const reference = textOf(body.request_id) ?? ""
  const isKnown = books.modifications.some((each) => each.reference === reference)
  if (isKnown) return repeated
  if (typeof body.amount !== "number") return invalid("amount")
  const amount = minorUnits(String(body.amount), payment.currency)
  const left = numberOf(payment.captured - payment.refunded, payment.currency)
  if (amount > payment.captured - payment.refunded) {
    const reason = `The operating amount ${body.amount} is above the limit ${left}.`
    return failed(400, "amount_above_limit", reason)
  }
  return {
    status: 201,
    body: refundBody(books.modify("refund", payment, amount, reference), "RECEIVED")
  }
}

/** Returns the name and the object of an event, or null if Airwallex sends none. */
const objectOf = (event: FakeEvent): readonly [name: string, object: Fields] | null => {
  const { payment, modification, what } = event
  if (modification !== null) {
    if (what === "modification_failed") return null
    return ["refund.settled", refundBody(modification, "SETTLED")]
  }
  const { id, account, reference, amount, currency, created } = payment
  const requestId = reference
  const of = { id, account, reference, requestId, amount, currency, created, payment }
  const intent = intentBody({ ...of, canceledFor: null })
  switch (what) {
    case "pending":
      return ["payment_intent.pending", intent]
    case "captured":
      return ["payment_intent.succeeded", intent]
    case "declined":
      return ["payment_intent.requires_payment_method", intent]
    case "capture_returned":
      return ["payment_attempt.capture_failed", at(intent, "latest_payment_attempt")]
    default:
      return null
  }
}
