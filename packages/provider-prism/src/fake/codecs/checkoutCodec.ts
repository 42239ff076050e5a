import { type Fields, fieldsIn } from "@payloom/core"
import { at, textOf } from "../../fields.ts"
import type { CheckoutAccount } from "../../processors/checkout/checkout.ts"
import { hmac } from "../../signatures.ts"
import type { FakeEvent, FakeModification, FakePayment } from "../FakeBooks.ts"
import type { FakeCodec, FakeContext, FakeReply, FakeRequest } from "../FakeCodec.ts"
import { conductOf } from "../fakeCards.ts"
import { isProven, numberIn } from "./checkoutSources.ts"

/** The response code and its text, by the issuer's decision. */
const refusals: Readonly<Record<string, readonly [code: string, text: string]>> = {
  insufficient_funds: ["20051", "Insufficient Funds"],
  do_not_honor: ["20005", "Declined - Do Not Honour"],
  expired_card: ["20054", "Expired Card"],
  incorrect_cvc: ["20087", "Bad Track Data"],
  fraud: ["20059", "Suspected Fraud"],
  issuer_unavailable: ["20091", "Issuer Unavailable or Switch is Inoperative"],
  authentication_required: ["20154", "3DS Authentication Required"],
  payer_refused: ["20151", "Cardholder Failed 3DS Authentication"]
}

const prefixes = { charge: "pay", capture: "act", void: "act", refund: "act" } as const

const idFrom = (prefix: string, number: number): string =>
  `${prefix}_${number.toString(32).padStart(26, "0")}`

/** Speaks as Checkout.com does. */
export const checkoutCodec: FakeCodec<CheckoutAccount> = {
  account: (name, secret) => ({
    publicKey: `pk_sbox_${secret("public").slice(0, 26)}`,
    secretKey: `sk_sbox_${secret("secret").slice(0, 26)}`,
    processingChannelId: `pc_${name}`,
    signatureKey: secret("signature")
  }),
  idOf: (kind, number) => idFrom(prefixes[kind], number),
  kindOf: ({ method, path }) => {
    if (method === "GET") return "lookup"
    if (path === "/payments") return "charge"
    const [, what = ""] = /\/(captures|voids|refunds)$/.exec(path) ?? []
    return what === "" ? "other" : kinds[what as keyof typeof kinds]
  },
  keyIn: ({ headers }) => headers.authorization ?? "",
  keyOf: ({ secretKey }) => `Bearer ${secretKey}`,
  unauthorized: { status: 401, body: null },
  repeatKeyIn: ({ headers }) => headers["cko-idempotency-key"] ?? null,
  inProgress: { status: 429, body: { error_type: "too_many_requests", error_codes: [] } },
  answer: (context, request) => {
    const [, id = "", what = ""] =
      /^\/payments(?:\/(pay_\w+)(?:\/(actions|captures|voids|refunds))?)?$/.exec(request.path) ?? []
    if (request.method === "GET" && id === "") return list(context, request)
    if (id === "") return charge(context, fieldsIn(request.body) ?? {})
    const payment = context.books.payments.get(id)
    if (payment?.account !== context.account) return { status: 404, body: null }
    if (request.method === "GET") {
      const body = what === "actions" ? actionsOf(context, payment) : detailsOf(context, payment)
      return { status: 200, body }
    }
    return modify(context, payment, kinds[what as keyof typeof kinds], fieldsIn(request.body) ?? {})
  },
  sign: ({ signatureKey }, event) => {
    const body = JSON.stringify(eventBody(event))
    return {
      headers: { "content-type": "application/json", "cko-signature": hmac(signatureKey, body) },
      body
    }
  }
}

const kinds = { captures: "capture", voids: "void", refunds: "refund" } as const

const invalid = (...codes: ReadonlyArray<string>): FakeReply => ({
  status: 422,
  body: { request_id: "0HL80RJLS76I7", error_type: "request_invalid", error_codes: codes }
})

const charge = (context: FakeContext, body: Fields): FakeReply => {
  const source = at(body, "source")
  const { amount, currency, reference } = body
  const number = numberIn(source)
  if (number === null) return invalid("card_number_invalid")
  if (source.type === "network_token" && !isProven(body)) return invalid("cryptogram_required")
  if (!Number.isInteger(amount) || Number(amount) < 0) return invalid("amount_invalid")
  if (!/^\d{1,2}$/.test(String(source.expiry_month)) || !/^\d{4}$/.test(String(source.expiry_year)))
    return invalid("card_expired")
  const asked = conductOf(number)
  const payment = context.books.charge({
    account: context.account,
    reference: textOf(reference) ?? "",
    amount: BigInt(Number(amount)),
    currency: String(currency),
    isAutoCaptured: body.capture !== false,
    returnUrl: textOf(body.success_url) ?? "",
    conduct: at(body, "3ds").enabled !== true && asked === "asks" ? "approves" : asked
  })
  const isOpen = payment.status === "waiting" || payment.status === "received"
  return { status: isOpen ? 202 : 201, body: answerOf(context, payment) }
}

const linksOf = ({ origin }: FakeContext, { id, status }: FakePayment): Fields => ({
  self: { href: `${origin}/payments/${id}` },
  actions: { href: `${origin}/payments/${id}/actions` },
  ...(status === "waiting" ? { redirect: { href: `${origin}/_fake/payer/${id}` } } : {})
})

const sourceOf = () => ({
  id: "src_nwd3m4in3hkuddfpjsaevunhdy",
  type: "card",
  expiry_month: 3,
  expiry_year: 2041,
  scheme: "Visa",
  last4: "4242",
  bin: "424242",
  avs_check: "G",
  cvv_check: "Y"
})

/** Returns the answer to `POST /payments`. */
const answerOf = (context: FakeContext, payment: FakePayment): Fields => {
  const { id, reference, status, currency, isCheck } = payment
  const _links = linksOf(context, payment)
  if (status === "waiting" || status === "received") {
    const threeDs = { downgraded: false, enrolled: "Y" }
    return { id, status: "Pending", reference, "3ds": threeDs, _links }
  }
  const [code, text] = refusalOf(payment)
  return {
    id,
    action_id: `act_${id.slice(4)}`,
    amount: Number(status === "declined" ? payment.amount : payment.authorized),
    currency,
    approved: status !== "declined",
    status: status === "declined" ? "Declined" : isCheck ? "Card Verified" : "Authorized",
    auth_code: status === "declined" ? "000000" : "643381",
    response_code: code,
    response_summary: text,
    risk: { flagged: false },
    source: sourceOf(),
    processed_on: new Date(payment.created).toISOString(),
    reference,
    scheme_id: "488341541494658",
    _links
  }
}

const refusalOf = ({ decline }: FakePayment): readonly [string, string] =>
  decline === null ? ["10000", "Approved"] : (refusals[decline] ?? ["20005", "Declined"])

const statusOf = ({ status, isCheck, authorized, captured, refunded }: FakePayment): string => {
  if (status === "waiting" || status === "received") return "Pending"
  if (status === "declined") return "Declined"
  if (status === "voided") return "Voided"
  if (isCheck) return "Card Verified"
  if (captured === 0n) return "Authorized"
  if (refunded > 0n) return refunded === captured ? "Refunded" : "Partially Refunded"
  return captured === authorized ? "Captured" : "Partially Captured"
}

/** Returns the answer to `GET /payments/{id}`. */
const detailsOf = (context: FakeContext, payment: FakePayment): Fields => {
  const { id, amount, currency, reference, authorized, captured, refunded, status } = payment
  const isVoided = status === "voided"
  return {
    id,
    requested_on: new Date(payment.created).toISOString(),
    source: sourceOf(),
    amount: Number(amount),
    currency,
    payment_type: "Regular",
    reference,
    status: statusOf(payment),
    approved: status === "authorized" || isVoided,
    scheme_id: "488341541494658",
    balances: {
      total_authorized: Number(authorized),
      total_voided: isVoided ? Number(authorized) : 0,
      available_to_void: isVoided || captured > 0n ? 0 : Number(authorized),
      total_captured: Number(captured),
      available_to_capture: isVoided || captured > 0n ? 0 : Number(authorized),
      total_refunded: Number(refunded),
      available_to_refund: Number(captured - refunded)
    },
    _links: linksOf(context, payment)
  }
}

const list = (context: FakeContext, { query }: FakeRequest): FakeReply => {
  const reference = query.get("reference")
  if (reference === null) return invalid("reference_required")
  const data = [...context.books.payments.values()]
    .filter((each) => each.reference === reference && each.account === context.account)
    .map((each) => detailsOf(context, each))
  return { status: 200, body: { limit: 10, skip: 0, total_count: data.length, data } }
}

const typeNames = { capture: "Capture", void: "Void", refund: "Refund" } as const

/** Returns the answer to `GET /payments/{id}/actions`, the latest first. */
const actionsOf = ({ books }: FakeContext, payment: FakePayment): ReadonlyArray<Fields> => {
  const [response_code, response_summary] = refusalOf(payment)
  const authorization = {
    id: `act_${payment.id.slice(4)}`,
    type: payment.isCheck ? "Card Verification" : "Authorization",
    processed_on: new Date(payment.created).toISOString(),
    amount: Number(payment.amount),
    approved: payment.decline === null,
    response_code,
    response_summary,
    reference: payment.reference
  }
  const made = books.modifications
    .filter((each) => each.payment === payment)
    .map((each) => ({
      id: each.id,
      type: typeNames[each.kind],
      processed_on: new Date(each.created).toISOString(),
      amount: Number(each.amount),
      approved: each.state === "succeeded",
      response_code: each.state === "failed" ? "20012" : "10000",
      response_summary: each.state === "failed" ? "Invalid Transaction" : "Approved",
      reference: each.reference
    }))
  return [...made.reverse(), authorization]
}

const modify = (
  { books, origin }: FakeContext,
  payment: FakePayment,
  kind: FakeModification["kind"],
  body: Fields
): FakeReply => {
  const whole = kind === "refund" ? payment.captured : payment.authorized
  const amount = body.amount === undefined ? whole : BigInt(Number(body.amount))
  if (kind === "refund" && amount > payment.captured - payment.refunded) {
    return invalid("refund_amount_exceeds_balance")
  }
  if (kind === "capture" && amount > payment.authorized) {
    return invalid("capture_value_greater_than_remaining_authorized")
  }
  const isHeld = payment.status === "authorized" && payment.captured === 0n
  if (kind !== "refund" && !isHeld) return { status: 403, body: null }
  const { id, reference } = books.modify(kind, payment, amount, textOf(body.reference) ?? "")
  const _links = { payment: { href: `${origin}/payments/${payment.id}` } }
  return { status: 202, body: { action_id: id, reference, _links } }
}

const eventTypes: Readonly<Record<FakeEvent["what"], string>> = {
  pending: "payment_pending",
  approved: "payment_approved",
  declined: "payment_declined",
  captured: "payment_captured",
  capture_returned: "payment_capture_declined",
  modified: "",
  modification_failed: ""
}

const modifiedTypes = {
  capture: ["payment_captured", "payment_capture_declined"],
  void: ["payment_voided", "payment_void_declined"],
  refund: ["payment_refunded", "payment_refund_declined"]
} as const

/** Returns the body of a webhook. */
const eventBody = ({ id, at: time, payment, modification, what }: FakeEvent): Fields => {
  const [response_code, response_summary] = refusalOf(payment)
  const isFailed = what === "modification_failed" || what === "capture_returned"
  const type =
    modification === null
      ? payment.isCheck && what === "approved"
        ? "card_verified"
        : eventTypes[what]
      : modifiedTypes[modification.kind][isFailed ? 1 : 0]
  const isDeclined = what === "declined" || what === "pending"
  return {
    id,
    type,
    version: "1.0.34",
    created_on: new Date(time).toISOString(),
    data: {
      id: payment.id,
      action_id: modification?.id ?? `act_${payment.id.slice(4)}`,
      reference: modification?.reference ?? payment.reference,
      amount: Number(modification?.amount ?? (isDeclined ? payment.amount : payment.authorized)),
      currency: payment.currency,
      response_code: isFailed ? "20012" : response_code,
      response_summary: isFailed ? "Invalid Transaction" : response_summary,
      scheme_id: "488341541494658",
      processed_on: new Date(time).toISOString()
    }
  }
}
