import type { Fields } from "@payloom/core"
import type { StripePrismAccount } from "../../processors/stripe/stripe.ts"
import { hmac } from "../../signatures.ts"
import type { FakeEvent, FakePayment } from "../FakeBooks.ts"
import type { FakeCodec, FakeContext, FakeReply } from "../FakeCodec.ts"
import { conductOf } from "../fakeCards.ts"

/** The error's code, the decline code, and the scheme's code, by the issuer's decision. */
const refusals: Readonly<Record<string, readonly [code: string, decline: string, raw: string]>> = {
  insufficient_funds: ["card_declined", "insufficient_funds", "51"],
  do_not_honor: ["card_declined", "do_not_honor", "05"],
  expired_card: ["expired_card", "expired_card", "54"],
  incorrect_cvc: ["incorrect_cvc", "incorrect_cvc", "N7"],
  fraud: ["card_declined", "fraudulent", "59"],
  issuer_unavailable: ["card_declined", "issuer_not_available", "91"],
  authentication_required: ["authentication_required", "authentication_required", "1A"],
  payer_refused: ["payment_intent_authentication_failure", "", ""]
}

const prefixes = { charge: "pi", capture: "ch", void: "ch", refund: "re" } as const
const paths = /^\/v1\/(?:payment_intents(?:\/(pi_\w+)(?:\/(capture|cancel))?)?|refunds)$/

/** Speaks as Stripe does, in the version 2022-11-15. */
export const stripeCodec: FakeCodec<StripePrismAccount> = {
  account: (_, secret) => ({
    secretKey: `sk_test_${secret("secret").slice(0, 24)}`,
    webhookSecrets: [`whsec_${secret("webhooks").slice(0, 32)}`]
  }),
  idOf: (kind, number) => `${prefixes[kind]}_3${number.toString(36).padStart(23, "A")}`,
  kindOf: ({ method, path }) => {
    if (method === "GET") return "lookup"
    if (path === "/v1/payment_intents") return "charge"
    if (path === "/v1/refunds") return "refund"
    return path.endsWith("/capture") ? "capture" : path.endsWith("/cancel") ? "void" : "other"
  },
  keyIn: ({ headers }) => headers.authorization ?? "",
  keyOf: ({ secretKey }) => `Bearer ${secretKey}`,
  unauthorized: failed(401, "Invalid API Key provided: sk_test_****"),
  repeatKeyIn: ({ headers }) => headers["idempotency-key"] ?? null,
  inProgress: failed(409, "There is a request in progress.", "idempotency_key_in_use"),
  keeps: ({ status }) => status === 402 || status === 400,
  answer: (context, { method, path, headers, body }) => {
    const form = new URLSearchParams(body)
    const match = paths.exec(path)
    if (match === null) return failed(404, "Unrecognized request URL.")
    if (path === "/v1/refunds") return refund(context, form)
    const [, id, what] = match
    if (id === undefined) return charge(context, form)
    const payment = context.books.payments.get(id)
    if (payment?.account !== context.account) {
      return failed(404, `No such payment_intent: '${id}'`, "resource_missing")
    }
    if (method === "GET") return { status: 200, body: intentOf(context.origin, payment) }
    const kind = what === "capture" ? "capture" : "void"
    const told = form.get("amount_to_capture")
    const amount = told === null ? payment.authorized : BigInt(told)
    // A cancel has no field for a reference, so its key stands for it.
    const reference = form.get("metadata[capture]") ?? headers["idempotency-key"] ?? ""
    const made = context.books.modify(kind, payment, amount, reference)
    return made.state === "failed"
      ? failed(400, "The PaymentIntent has another status.", "payment_intent_unexpected_state")
      : { status: 200, body: intentOf(context.origin, payment) }
  },
  sign: ({ webhookSecrets: [secret = ""] }, event, at) => {
    const object = objectOf(event)
    if (object === null) return null
    const [type, data] = object
    const created = Math.floor(event.at / 1000)
    const body = JSON.stringify({
      id: event.id,
      object: "event",
      api_version: "2022-11-15",
      created,
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
      data: { object: data }
    })
    const time = Math.floor(at / 1000)
    return {
      headers: {
        "content-type": "application/json",
        "stripe-signature": `t=${time},v1=${hmac(secret, `${time}.${body}`)}`
      },
      body
    }
  }
}

function failed(status: number, message: string, code?: string): FakeReply {
  return {
    status,
    body: {
      error: { type: "invalid_request_error", message, ...(code === undefined ? {} : { code }) }
    }
  }
}

const charge = (context: FakeContext, form: URLSearchParams): FakeReply => {
  const number = form.get("payment_method_data[card][number]") ?? ""
  const amount = form.get("amount") ?? ""
  if (!/^[1-9]\d*$/.test(amount)) {
    return failed(
      400,
      "This value must be greater than or equal to 1.",
      "parameter_invalid_integer"
    )
  }
  if (!/^\d{12,19}$/.test(number))
    return failed(402, "Your card number is incorrect.", "incorrect_number")
  const asked = conductOf(number)
  const isStrict = form.get("error_on_requires_action") === "true"
  const payment = context.books.charge({
    account: context.account,
    reference: form.get("metadata[order_id]") ?? "",
    amount: BigInt(amount),
    currency: String(form.get("currency")).toUpperCase(),
    isAutoCaptured: form.get("capture_method") !== "manual",
    returnUrl: form.get("return_url") ?? "",
    conduct:
      asked === "asks" && isStrict
        ? "authentication_required"
        : asked === "waits"
          ? "approves"
          : asked
  })
  const body = intentOf(context.origin, payment)
  if (payment.decline === null) return { status: 200, body }
  return { status: 402, body: { error: { ...errorOf(payment), payment_intent: body } } }
}

const errorOf = ({ decline }: FakePayment): Fields | null => {
  if (decline === null) return null
  const [code, declineCode, raw] = refusals[decline] ?? ["card_declined", "generic_decline", ""]
  return {
    type: "card_error",
    code,
    ...(declineCode === "" ? {} : { decline_code: declineCode }),
    ...(raw === "" ? {} : { network_decline_code: raw }),
    message: "Your card was declined.",
    doc_url: `https://docs.stripe.com/error-codes/${code}`
  }
}

const statusOf = ({ status, captured }: FakePayment): string => {
  if (status === "waiting") return "requires_action"
  if (status === "received") return "processing"
  if (status === "declined") return "requires_payment_method"
  if (status === "voided") return "canceled"
  return captured > 0n ? "succeeded" : "requires_capture"
}

/** Returns a payment intent. */
const intentOf = (origin: string, payment: FakePayment): Fields => {
  const { id, amount, currency, authorized, captured, created, status } = payment
  const isHeld = statusOf(payment) === "requires_capture"
  const url = `${origin}/_fake/payer/${id}`
  const isWaiting = status === "waiting"
  return {
    id,
    object: "payment_intent",
    amount: Number(amount),
    amount_capturable: isHeld ? Number(authorized) : 0,
    amount_received: Number(captured),
    canceled_at: null,
    capture_method: payment.isAutoCaptured ? "automatic" : "manual",
    client_secret: `${id}_secret_1`,
    confirmation_method: "automatic",
    created: Math.floor(created / 1000),
    currency: currency.toLowerCase(),
    customer: null,
    description: null,
    last_payment_error: errorOf(payment),
    latest_charge: authorized > 0n ? chargeOf(payment) : null,
    livemode: false,
    metadata: { order_id: payment.reference },
    next_action: isWaiting
      ? { type: "redirect_to_url", redirect_to_url: { return_url: payment.returnUrl, url } }
      : null,
    payment_method: `pm_${id.slice(3)}`,
    payment_method_types: ["card"],
    status: statusOf(payment)
  }
}

const chargeOf = ({
  id,
  authorized,
  captured,
  currency,
  created,
  refunded
}: FakePayment): Fields => ({
  id: `ch_${id.slice(3)}`,
  object: "charge",
  amount: Number(authorized),
  amount_captured: Number(captured),
  amount_refunded: Number(refunded),
  captured: captured > 0n,
  created: Math.floor(created / 1000),
  currency: currency.toLowerCase(),
  livemode: false,
  paid: true,
  refunded: refunded > 0n && refunded === captured,
  status: "succeeded",
  payment_intent: id,
  payment_method_details: {
    type: "card",
    card: {
      brand: "visa",
      last4: "4242",
      exp_month: 3,
      exp_year: 2041,
      network_transaction_id: "770777777777777",
      authorization_code: "123456",
      checks: { cvc_check: null, address_line1_check: null, address_postal_code_check: null }
    }
  }
})

const refund = (context: FakeContext, form: URLSearchParams): FakeReply => {
  const intent = form.get("payment_intent") ?? ""
  const payment = context.books.payments.get(intent)
  if (payment?.account !== context.account) {
    return failed(404, `No such payment_intent: '${intent}'`, "resource_missing")
  }
  const amount = BigInt(form.get("amount") ?? payment.captured)
  const made = context.books.modify("refund", payment, amount, form.get("metadata[order_id]") ?? "")
  return made.state === "failed"
    ? failed(400, "Refund amount is greater than unrefunded amount on charge.")
    : { status: 200, body: refundOf(made.id, payment, made.amount, made.reference) }
}

const refundOf = (id: string, payment: FakePayment, amount: bigint, reference: string): Fields => ({
  id,
  object: "refund",
  amount: Number(amount),
  charge: `ch_${payment.id.slice(3)}`,
  created: Math.floor(payment.created / 1000),
  currency: payment.currency.toLowerCase(),
  metadata: { order_id: reference },
  payment_intent: payment.id,
  reason: null,
  status: "succeeded"
})

const eventTypes = {
  declined: "payment_intent.payment_failed",
  captured: "payment_intent.succeeded"
} as const

/** Returns the type and the object of an event, or null if Stripe sends none. */
const objectOf = (event: FakeEvent): readonly [string, Fields] | null => {
  const { payment, modification, what } = event
  const intent = intentOf("http://fake.invalid", payment)
  if (modification !== null) {
    if (what === "modification_failed") return null
    if (modification.kind === "capture") return ["payment_intent.succeeded", intent]
    if (modification.kind === "void") return ["payment_intent.canceled", intent]
    const { id, amount, reference } = modification
    return ["refund.created", refundOf(id, payment, amount, reference)]
  }
  if (what === "approved") {
    return payment.isAutoCaptured ? null : ["payment_intent.amount_capturable_updated", intent]
  }
  return what === "declined" || what === "captured" ? [eventTypes[what], intent] : null
}
