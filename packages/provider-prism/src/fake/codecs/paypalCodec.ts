import { type Fields, fieldsIn } from "@payloom/core"
import { at, listAt, textOf } from "../../fields.ts"
import type { PaypalAccount } from "../../processors/paypal/paypal.ts"
import { majorUnits, minorUnits } from "../decimals.ts"
import type { FakeEvent, FakeModification, FakePayment } from "../FakeBooks.ts"
import type { FakeCodec, FakeContext, FakeReply } from "../FakeCodec.ts"
import { conductOf, isCryptogram } from "../fakeCards.ts"
import { inProgress, missing, unprocessable } from "./paypalErrors.ts"
import { signature, verify } from "./paypalSignatures.ts"

/** The processor's response code, by the issuer's decision. */
const refusals: Readonly<Record<string, string>> = {
  insufficient_funds: "5120",
  do_not_honor: "0500",
  expired_card: "5400",
  incorrect_cvc: "5110",
  fraud: "9500",
  issuer_unavailable: "9600",
  authentication_required: "1382",
  payer_refused: "0500"
}

const tokenPath = "/v1/oauth2/token"
const verifyPath = "/v1/notifications/verify-webhook-signature"

const idOf = (number: number): string => number.toString(36).toUpperCase().padStart(17, "0")
const authorizationOf = ({ id }: FakePayment): string => `A${id.slice(1)}`
const captureOf = ({ id }: FakePayment): string => `C${id.slice(1)}`

/** Speaks as PayPal's Orders API and Payments API do, both in version 2. */
export const paypalCodec: FakeCodec<PaypalAccount> = {
  account: (name, secret) => ({
    clientId: `client_${name}`,
    clientSecret: secret("secret"),
    webhookId: `WH${secret("webhook").slice(0, 15).toUpperCase()}`
  }),
  idOf: (_, number) => idOf(number),
  kindOf: ({ method, path }) => {
    if (method === "GET" || path === tokenPath || path === verifyPath) return "other"
    if (path === "/v2/checkout/orders") return "charge"
    return path.endsWith("/capture") ? "capture" : path.endsWith("/void") ? "void" : "refund"
  },
  // A token names its client.
  keyIn: ({ headers }) => {
    const [, scheme, value = ""] = /^(Basic|Bearer) (.+)$/.exec(headers.authorization ?? "") ?? []
    if (scheme === "Bearer") return value.replace(/^A21\./, "")
    return Buffer.from(value, "base64").toString().split(":")[0] ?? ""
  },
  keyOf: ({ clientId }) => clientId,
  unauthorized: {
    status: 401,
    body: { error: "invalid_client", error_description: "Client Authentication failed" }
  },
  repeatKeyIn: ({ method, path, headers }) =>
    method === "GET" || path.endsWith("/void") ? null : (headers["paypal-request-id"] ?? null),
  inProgress,
  answer: (context, request) => {
    if (request.path === tokenPath) return token(context)
    if (request.path === verifyPath) return verify(request)
    const body = fieldsIn(request.body) ?? {}
    if (request.path === "/v2/checkout/orders") return order(context, body)
    const [, kind, id = "", what] =
      /^\/v2\/(?:checkout|payments)\/(orders|authorizations|captures)\/(\w+)(?:\/(\w+))?$/.exec(
        request.path
      ) ?? []
    const payment = [...context.books.payments.values()].find(
      (each) =>
        each.account === context.account &&
        [each.id, authorizationOf(each), captureOf(each)].includes(id)
    )
    if (payment === undefined) return missing
    if (kind === "orders" && what === undefined) return { status: 200, body: orderOf(payment) }
    // A void has no field for a reference, so its key stands for it.
    const reference = textOf(body.invoice_id) ?? request.headers["paypal-request-id"] ?? ""
    return modify(context, payment, String(what), body, reference)
  },
  sign: ({ webhookId }, event, at) => {
    const resource = resourceOf(event)
    if (resource === null) return null
    const [event_type, resource_type, object] = resource
    const body = JSON.stringify({
      id: `WH-${event.id}`,
      event_version: "1.0",
      create_time: new Date(event.at).toISOString(),
      resource_type,
      event_type,
      summary: event_type,
      resource: object
    })
    const time = new Date(at).toISOString()
    return {
      headers: {
        "content-type": "application/json",
        "paypal-auth-algo": "SHA256withRSA",
        "paypal-cert-url": "https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1",
        "paypal-transmission-id": `t-${event.id}`,
        "paypal-transmission-sig": signature(`t-${event.id}`, time, webhookId, body),
        "paypal-transmission-time": time
      },
      body
    }
  }
}

const token = ({ account }: FakeContext): FakeReply => ({
  status: 200,
  body: {
    scope: "https://uri.paypal.com/services/payments/payment",
    access_token: `A21.client_${account}`,
    token_type: "Bearer",
    app_id: "APP-80W284485P519543T",
    expires_in: 32_400,
    nonce: "2026-01-01T00:00:00Z"
  }
})

const amountOf = (amount: bigint, { currency }: FakePayment) => ({
  currency_code: currency,
  value: majorUnits(amount, currency)
})

const order = (context: FakeContext, body: Fields): FakeReply => {
  const unit = at(listAt(body, "purchase_units")[0])
  const { value, currency_code: currency } = at(unit, "amount")
  const source = at(body, "payment_source", "card")
  const token = at(source, "network_token")
  const isToken = token.number !== undefined
  if (isToken && (source.number !== undefined || !isProven(token))) {
    return unprocessable("VALIDATION_ERROR")
  }
  const card = isToken ? token : source
  if (!/^\d{12,19}$/.test(String(card.number))) return unprocessable("VALIDATION_ERROR")
  if (!/^\d{4}-\d\d$/.test(String(card.expiry))) return unprocessable("CARD_EXPIRY_REQUIRED")
  const conduct = conductOf(String(card.number))
  const payment = context.books.charge({
    account: context.account,
    reference: textOf(unit.invoice_id) ?? "",
    amount: minorUnits(String(value), String(currency)),
    currency: String(currency),
    isAutoCaptured: body.intent === "CAPTURE",
    returnUrl: "",
    conduct: conduct === "asks" || conduct === "waits" ? "approves" : conduct
  })
  return { status: 201, body: orderOf(payment) }
}

const eciFlags: ReadonlySet<unknown> = new Set(
  ["NON_3D_SECURE", "ATTEMPTED_AUTHENTICATION", "FULLY_AUTHENTICATED"].flatMap((level) => [
    `${level}_TRANSACTION`,
    `MASTERCARD_${level}_TRANSACTION`
  ])
)

/**
 * Returns true if a network token has its cryptogram, of 28 to 32 characters, and the name of its
 * ECI.
 */
const isProven = ({ cryptogram, eci_flag }: Fields): boolean =>
  isCryptogram(cryptogram) && /^.{28,32}$/.test(cryptogram) && eciFlags.has(eci_flag)

/** Returns an order with its authorization and its captures. */
const orderOf = (payment: FakePayment): Fields => {
  const { id, created, isAutoCaptured, amount, reference, decline } = payment
  return {
    id,
    intent: isAutoCaptured ? "CAPTURE" : "AUTHORIZE",
    status: decline === null ? "COMPLETED" : "CREATED",
    create_time: new Date(created).toISOString(),
    payment_source: { card: { last_digits: "4242", brand: "VISA", type: "CREDIT" } },
    purchase_units: [
      {
        reference_id: reference,
        invoice_id: reference,
        amount: amountOf(amount, payment),
        payments: {
          ...(isAutoCaptured ? {} : { authorizations: [authorizationIn(payment)] }),
          ...(payment.captured > 0n || (isAutoCaptured && decline !== null)
            ? { captures: [captureIn(payment, payment.captured, reference)] }
            : {})
        }
      }
    ],
    links: [
      {
        href: `https://api.sandbox.paypal.com/v2/checkout/orders/${id}`,
        rel: "self",
        method: "GET"
      }
    ]
  }
}

const responseOf = ({ decline }: FakePayment) => ({
  processor_response: { response_code: decline === null ? "0000" : (refusals[decline] ?? "0500") }
})

const relatedTo = ({ id }: FakePayment) => ({
  supplementary_data: { related_ids: { order_id: id } }
})

const authorizationIn = (payment: FakePayment): Fields => ({
  id: authorizationOf(payment),
  status:
    payment.decline !== null
      ? "DENIED"
      : payment.status === "voided"
        ? "VOIDED"
        : payment.captured > 0n
          ? "CAPTURED"
          : "CREATED",
  amount: amountOf(payment.decline === null ? payment.authorized : payment.amount, payment),
  invoice_id: payment.reference,
  expiration_time: new Date(payment.created + 29 * 86_400_000).toISOString(),
  ...responseOf(payment),
  ...relatedTo(payment)
})

const captureIn = (payment: FakePayment, amount: bigint, invoice_id: string): Fields => ({
  id: captureOf(payment),
  status: payment.decline === null ? "COMPLETED" : "DECLINED",
  amount: amountOf(payment.decline === null ? amount : payment.amount, payment),
  final_capture: true,
  invoice_id,
  create_time: new Date(payment.created).toISOString(),
  ...responseOf(payment),
  ...relatedTo(payment)
})

const refundOf = ({ id, amount, reference, payment }: FakeModification): Fields => ({
  id: `R${id.slice(1)}`,
  status: "COMPLETED",
  amount: amountOf(amount, payment),
  invoice_id: reference
})

const modify = (
  { books }: FakeContext,
  payment: FakePayment,
  what: string,
  body: Fields,
  reference: string
): FakeReply => {
  const { value, currency_code: currency } = at(body, "amount")
  const told = value === undefined ? null : minorUnits(String(value), String(currency))
  if (what === "refund") {
    const made = books.modify("refund", payment, told ?? payment.captured, reference)
    return made.state === "failed"
      ? unprocessable("REFUND_AMOUNT_EXCEEDED")
      : { status: 201, body: refundOf(made) }
  }
  if (payment.status === "voided") {
    return unprocessable(what === "void" ? "PREVIOUSLY_VOIDED" : "AUTHORIZATION_VOIDED")
  }
  if (payment.captured > 0n) {
    return unprocessable(what === "void" ? "PREVIOUSLY_CAPTURED" : "AUTHORIZATION_ALREADY_CAPTURED")
  }
  if (what === "void") return voided(books, payment, reference)
  const made = books.modify("capture", payment, told ?? payment.authorized, reference)
  return made.state === "failed"
    ? unprocessable("MAX_CAPTURE_AMOUNT_EXCEEDED")
    : { status: 201, body: captureIn(payment, made.amount, reference) }
}

const voided = (
  books: FakeContext["books"],
  payment: FakePayment,
  reference: string
): FakeReply => {
  books.modify("void", payment, payment.authorized, reference)
  return { status: 200, body: authorizationIn(payment) }
}

/** Returns the type and the resource of an event, or null if PayPal sends none. */
const resourceOf = (event: FakeEvent): readonly [string, string, Fields] | null => {
  const { payment, modification, what } = event
  if (modification !== null) {
    if (what === "modification_failed") return null
    const { kind, amount, reference } = modification
    if (kind === "refund") return ["PAYMENT.CAPTURE.REFUNDED", "refund", refundOf(modification)]
    return kind === "capture"
      ? ["PAYMENT.CAPTURE.COMPLETED", "capture", captureIn(payment, amount, reference)]
      : ["PAYMENT.AUTHORIZATION.VOIDED", "authorization", authorizationIn(payment)]
  }
  const { isAutoCaptured, reference, captured } = payment
  if (what === "captured") {
    return ["PAYMENT.CAPTURE.COMPLETED", "capture", captureIn(payment, captured, reference)]
  }
  if (what === "approved" && !isAutoCaptured) {
    return ["PAYMENT.AUTHORIZATION.CREATED", "authorization", authorizationIn(payment)]
  }
  return what === "declined" && isAutoCaptured
    ? ["PAYMENT.CAPTURE.DECLINED", "capture", captureIn(payment, payment.amount, reference)]
    : null
}
