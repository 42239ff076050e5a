import { createHash, createHmac } from "node:crypto"
import { type Fields, fieldsIn } from "@payloom/core"
import { textOf } from "../../fields.ts"
import type { RapydAccount } from "../../processors/rapyd/rapyd.ts"
import { majorUnits, minorUnits } from "../decimals.ts"
import type { FakeEvent, FakeModification, FakePayment } from "../FakeBooks.ts"
import type { FakeCodec, FakeContext, FakeReply, FakeRequest } from "../FakeCodec.ts"
import { conductOfToken } from "../fakeCards.ts"

/** The scheme's code and Rapyd's short message, by the issuer's decision. */
const refusals: Readonly<Record<string, readonly [code: string, message: string]>> = {
  insufficient_funds: ["51", "Insufficient Funds"],
  do_not_honor: ["05", "Do Not Honor"],
  expired_card: ["54", "Expired Card"],
  incorrect_cvc: ["N7", "CVV2 Failure"],
  fraud: ["59", "Suspected Fraud"],
  issuer_unavailable: ["91", "Issuer Unavailable"],
  authentication_required: ["1A", "Additional Customer Authentication Required"]
}

const operation = "015c41d0-f11a-4a91-9518-dc4117d8017b"

/** A key's secret follows from it here, so that the fake can check signatures. */
const secretOf = (accessKey: string): string =>
  createHash("sha256").update(`secret of ${accessKey}`).digest("hex")

const signatureOf = (accessKey: string, salted: string, body: string): string => {
  const secretKey = secretOf(accessKey)
  const text = `${salted}${accessKey}${secretKey}${body}`
  const hex = createHmac("sha256", secretKey).update(text).digest("hex")
  return Buffer.from(hex).toString("base64")
}

/** Speaks as Rapyd's Collect API does. */
export const rapydCodec: FakeCodec<RapydAccount> = {
  account: (name, secret) => {
    const accessKey = `rak_${secret("access").slice(0, 20).toUpperCase()}`
    const webhookUrl = `https://pay.example/providers/mid_${name}/notifications`
    return { accessKey, secretKey: secretOf(accessKey), webhookUrl }
  },
  idOf: (kind, number) =>
    `${kind === "charge" ? "payment" : "refund"}_${number.toString(16).padStart(32, "0")}`,
  kindOf: ({ method, path }) => {
    if (method === "GET") return "lookup"
    return path === "/v1/payments" ? "charge" : path === "/v1/refunds" ? "refund" : "other"
  },
  keyIn: ({ method, path, query, headers, body }) => {
    const { access_key: key = "", salt, timestamp, signature } = headers
    const search = query.toString() === "" ? "" : `?${query}`
    const salted = `${method.toLowerCase()}${path}${search}${salt}${timestamp}`
    return signature === signatureOf(key, salted, body) ? key : ""
  },
  keyOf: ({ accessKey }) => accessKey,
  unauthorized: failed(401, "UNAUTHENTICATED_API_CALL", ""),
  // By default, only payments are recognized, by the header and the amount.
  repeatKeyIn: ({ path, headers, body }) =>
    path === "/v1/payments" && headers.idempotency !== undefined
      ? `${headers.idempotency} ${fieldsIn(body)?.amount}`
      : null,
  inProgress: failed(409, "ERROR_REQUEST_IN_PROGRESS", ""),
  keeps: ({ status }) => status === 400,
  answer: (context, request) => {
    const [, version, resource, id, more] = request.path.split("/")
    const isKnown = version === "v1" && (resource === "payments" || resource === "refunds")
    if (!isKnown || more !== undefined) return failed(404, "NOT_FOUND", "")
    if (id !== undefined) return retrieve(context, resource, id)
    if (request.method === "GET") {
      return resource === "payments" ? payments(context, request) : refunds(context, request)
    }
    const body = fieldsIn(request.body) ?? {}
    return resource === "payments" ? charge(context, body) : refund(context, body)
  },
  sign: ({ accessKey, webhookUrl }, event, at) => {
    const told = webhookOf(event)
    if (told === null) return null
    const [type, data] = told
    const body = JSON.stringify({
      id: `wh_${event.id}`,
      type,
      data,
      trigger_operation_id: operation,
      status: "NEW",
      created_at: Math.floor(event.at / 1000)
    })
    const [salt, timestamp] = ["8f4c1d2e9a7b3c5d", String(Math.floor(at / 1000))]
    const signature = signatureOf(accessKey, `${webhookUrl}${salt}${timestamp}`, body)
    return {
      headers: { "content-type": "application/json", salt, timestamp, signature },
      body
    }
  }
}

function statusOf(error_code: string, message: string): Fields {
  return {
    error_code,
    status: error_code === "" ? "SUCCESS" : "ERROR",
    message,
    response_code: error_code,
    operation_id: operation
  }
}

function failed(status: number, code: string, message: string, data?: Fields): FakeReply {
  return { status, body: { status: statusOf(code, message), ...(data && { data }) } }
}

const done = (data: unknown): FakeReply => ({
  status: 200,
  body: { status: statusOf("", ""), data }
})

const charge = (context: FakeContext, body: Fields): FakeReply => {
  const { amount, currency, payment_method: token, merchant_reference_id: reference } = body
  if (textOf(token)?.startsWith("card_") !== true) {
    return failed(400, "ERROR_CARD_NOT_VALID", "The request tried to use a card ID.")
  }
  const payment = context.books.charge({
    account: context.account,
    reference: textOf(reference) ?? "",
    amount: minorUnits(String(amount), String(currency)),
    currency: String(currency),
    isAutoCaptured: body.capture !== false,
    returnUrl: textOf(body.complete_payment_url) ?? "",
    conduct: conductOfToken(String(token))
  })
  const data = paymentOf(context.origin, payment)
  if (payment.status !== "declined") return done(data)
  const [code, message] = refusals[payment.decline ?? ""] ?? ["05", "Do Not Honor"]
  return failed(400, `ERROR_PROCESSING_CARD - [${code}]`, `[${message}]`, data)
}

const stateOf = ({ status }: FakePayment): readonly [status: string, next: string] => {
  if (status === "waiting") return ["ACT", "3d_verification"]
  if (status === "received") return ["ACT", "pending_confirmation"]
  return [status === "declined" ? "ERR" : "CLO", "not_applicable"]
}

const amountOf = (amount: bigint, { currency }: FakePayment): number =>
  Number(majorUnits(amount, currency))

/** Returns a payment. */
const paymentOf = (origin: string, payment: FakePayment): Fields => {
  const { id, amount, captured, refunded, currency, created, decline, reference } = payment
  const [status, next_action] = stateOf(payment)
  const isRefused = decline === "payer_refused"
  const [code, message] =
    decline === null || isRefused ? ["", ""] : (refusals[decline] ?? ["05", ""])
  const failure = isRefused ? "ERROR_3DS_AUTHENTICATION_FAILURE" : code
  return {
    id,
    amount: amountOf(captured, payment),
    original_amount: amountOf(amount, payment),
    is_partial: false,
    currency_code: currency,
    country_code: "DE",
    status,
    description: "",
    merchant_reference_id: reference,
    customer_token: "cus_bcf45118ae3e8bf45abf01aaae8bfd5b",
    payment_method: "card_23db2eb985533e23cf56de4a46cee312",
    payment_method_data: {
      id: "card_23db2eb985533e23cf56de4a46cee312",
      category: "card",
      network_reference_id: "MCC1234567890"
    },
    captured: captured > 0n,
    refunded: refunded > 0n,
    refunded_amount: amountOf(refunded, payment),
    redirect_url: next_action === "3d_verification" ? `${origin}/_fake/payer/${id}` : "",
    created_at: Math.floor(created / 1000),
    failure_code: failure,
    failure_message: message,
    paid: captured > 0n,
    transaction_id: "",
    next_action,
    error_code: isRefused || code === "" ? failure : `ERROR_PROCESSING_CARD - [${code}]`
  }
}

const refundOf = ({ id, amount, payment, reference, created }: FakeModification): Fields => ({
  id,
  amount: amountOf(amount, payment),
  payment: payment.id,
  currency: payment.currency,
  failure_reason: "",
  metadata: {},
  reason: "",
  status: "Completed",
  receipt_number: 0,
  created_at: Math.floor(created / 1000),
  updated_at: Math.floor(created / 1000),
  merchant_reference_id: reference,
  payment_created_at: Math.floor(payment.created / 1000),
  payment_method_type: "de_visa_card",
  proportional_refund: true
})

const madeRefunds = ({ books, account }: FakeContext): ReadonlyArray<FakeModification> =>
  books.modifications.filter(
    (each) => each.payment.account === account && each.state === "succeeded"
  )

const retrieve = (context: FakeContext, resource: string, id: string): FakeReply => {
  const payment = context.books.payments.get(id)
  if (resource === "payments" && payment?.account === context.account) {
    return done(paymentOf(context.origin, payment))
  }
  const made = madeRefunds(context).find((each) => each.id === id)
  return made === undefined || resource === "payments"
    ? failed(400, "ERROR_GET_PAYMENT", "The payment was not found.")
    : done(refundOf(made))
}

const payments = ({ books, account, origin }: FakeContext, { query }: FakeRequest): FakeReply => {
  const reference = query.get("merchant_reference_id")
  const found = [...books.payments.values()]
    .filter((each) => each.account === account)
    .filter((each) => reference === null || each.reference === reference)
  const limit = Number(query.get("limit") ?? 10)
  return done(
    found
      .reverse()
      .slice(0, limit)
      .map((each) => paymentOf(origin, each))
  )
}

const refunds = (context: FakeContext, { query }: FakeRequest): FakeReply => {
  const newest = [...madeRefunds(context)].reverse()
  const before = query.get("ending_before")
  const start = before === null ? 0 : newest.findIndex(({ id }) => id === before) + 1
  const limit = Number(query.get("limit") ?? 10)
  return done(newest.slice(start, start + limit).map(refundOf))
}

const refund = ({ books, account }: FakeContext, body: Fields): FakeReply => {
  const payment = books.payments.get(String(body.payment))
  if (payment?.account !== account) {
    return failed(400, "ERROR_ADDING_REFUND", "The payment was not found.")
  }
  const amount = minorUnits(String(body.amount), payment.currency)
  const made = books.modify("refund", payment, amount, textOf(body.merchant_reference_id) ?? "")
  return made.state === "failed"
    ? failed(400, "ERROR_CREATE_REFUND", "The operation failed.")
    : done(refundOf(made))
}

/** Returns the type and the data of an event's webhook, or null if Rapyd sends none. */
const webhookOf = ({
  payment,
  modification,
  what
}: FakeEvent): readonly [string, Fields] | null => {
  if (modification !== null) {
    const isRefund = what === "modified" && modification.kind === "refund"
    return isRefund ? ["REFUND_COMPLETED", refundOf(modification)] : null
  }
  const data = paymentOf("http://fake.invalid", payment)
  if (what === "captured") return ["PAYMENT_COMPLETED", data]
  return what === "declined" ? ["PAYMENT_FAILED", data] : null
}
