import { type Fields, fieldsIn } from "@payloom/core"
import { at, textOf } from "../../fields.ts"
import type { AdyenPrismAccount } from "../../processors/adyen/adyen.ts"
import { signedText } from "../../processors/adyen/adyenNotifications.ts"
import { hmac } from "../../signatures.ts"
import type { FakeEvent, FakePayment } from "../FakeBooks.ts"
import type { FakeCodec, FakeContext, FakeReply } from "../FakeCodec.ts"
import { conductOf, isCryptogram } from "../fakeCards.ts"

/** The refusal's code, its name and the scheme's text, by the issuer's decision. */
const refusals: Readonly<Record<string, readonly [code: string, name: string, raw: string]>> = {
  insufficient_funds: ["12", "Not enough balance", "51 : Insufficient funds"],
  do_not_honor: ["2", "Refused", "05 : Do not honor"],
  expired_card: ["6", "Expired Card", "54 : Expired card"],
  incorrect_cvc: ["24", "CVC Declined", "N7 : Decline for CVV2 failure"],
  fraud: ["31", "Issuer Suspected Fraud", "59 : Suspected fraud"],
  issuer_unavailable: ["9", "Issuer Unavailable", "91 : Issuer unavailable"],
  authentication_required: ["38", "Authentication required", "1A : Authentication required"],
  payer_refused: ["11", "3D Not Authenticated", "1A : Authentication required"]
}

const kinds = { captures: "capture", cancels: "void", refunds: "refund" } as const

/** Speaks as Adyen's Checkout API does, in version 68. */
export const adyenCodec: FakeCodec<AdyenPrismAccount> = {
  account: (name, secret) => ({
    apiKey: secret("api"),
    merchantAccount: name,
    hmacKeys: [secret("webhooks")]
  }),
  idOf: (_, number) => `FAKE${number.toString(36).toUpperCase().padStart(12, "0")}`,
  kindOf: ({ path }) => {
    const [, last = ""] = /\/([a-z]+)$/.exec(path) ?? []
    if (last === "payments") return "charge"
    return Object.hasOwn(kinds, last) ? kinds[last as keyof typeof kinds] : "other"
  },
  keyIn: ({ headers }) => headers["x-api-key"] ?? "",
  keyOf: ({ apiKey }) => apiKey,
  unauthorized: refused(401, "000", "HTTP Status Response - Unauthorized", "security"),
  repeatKeyIn: ({ headers }) => headers["idempotency-key"] ?? null,
  inProgress: refused(422, "704", "request already processed or in progress"),
  answer: (context, { path, body: text }) => {
    const body = fieldsIn(text) ?? {}
    const [, id, what = ""] =
      /\/v68\/payments(?:\/(\w+)\/(captures|cancels|refunds))?$/.exec(path) ?? []
    if (id === undefined) return charge(context, body)
    const payment = context.books.payments.get(id)
    if (payment?.account !== context.account) {
      return refused(422, "167", "Original pspReference required for this operation")
    }
    const { value, currency } = at(body, "amount")
    if (value !== undefined && (currency !== payment.currency || Number(value) <= 0)) {
      return refused(422, "137", "Invalid amount specified")
    }
    const amount = value === undefined ? payment.authorized : BigInt(Number(value))
    const kind = kinds[what as keyof typeof kinds]
    const made = context.books.modify(kind, payment, amount, textOf(body.reference) ?? "")
    return {
      status: 201,
      body: {
        merchantAccount: context.account,
        paymentPspReference: payment.id,
        pspReference: made.id,
        reference: made.reference,
        ...(kind === "void" ? {} : { amount: amountOf(amount, payment) }),
        status: "received"
      }
    }
  },
  sign: ({ hmacKeys, merchantAccount }, event) => {
    const item = itemOf(merchantAccount, event)
    if (item === null) return null
    const hmacSignature = hmac(Buffer.from(hmacKeys[0] ?? "", "hex"), signedText(item), "base64")
    const signed = { ...item, additionalData: { ...at(item, "additionalData"), hmacSignature } }
    return {
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        live: "false",
        notificationItems: [{ NotificationRequestItem: signed }]
      })
    }
  }
}

function refused(
  status: number,
  errorCode: string,
  message: string,
  errorType = "validation"
): FakeReply {
  return { status, body: { status, errorCode, message, errorType } }
}

const amountOf = (value: bigint, { currency }: FakePayment) => ({ currency, value: Number(value) })

const charge = (context: FakeContext, body: Fields): FakeReply => {
  const method = at(body, "paymentMethod")
  const { value, currency } = at(body, "amount")
  if (body.merchantAccount !== context.account)
    return refused(403, "901", "Invalid Merchant Account", "security")
  if (!/^\d{12,19}$/.test(String(method.number))) return refused(422, "101", "Invalid card number")
  if (!Number.isInteger(value) || Number(value) < 0)
    return refused(422, "137", "Invalid amount specified")
  if (method.type === "networkToken" && !isProven(body)) {
    return refused(422, "103", "CVC is not the right length")
  }
  const conduct = conductOf(String(method.number))
  const payment = context.books.charge({
    account: context.account,
    reference: textOf(body.reference) ?? "",
    amount: BigInt(Number(value)),
    currency: String(currency),
    isAutoCaptured: at(body, "additionalData").manualCapture !== "true",
    returnUrl: textOf(body.returnUrl) ?? "",
    // The accounts are set up without 3-D Secure.
    conduct: conduct === "asks" ? "approves" : conduct
  })
  const base = { pspReference: payment.id, merchantReference: payment.reference }
  if (payment.status === "received")
    return { status: 200, body: { ...base, resultCode: "Received" } }
  if (payment.decline !== null) {
    const [refusalReasonCode, refusalReason, raw] = refusals[payment.decline] ?? [
      "2",
      "Refused",
      ""
    ]
    return {
      status: 200,
      body: {
        ...base,
        additionalData: { refusalReasonRaw: raw },
        resultCode: "Refused",
        refusalReason,
        refusalReasonCode
      }
    }
  }
  return {
    status: 200,
    body: {
      ...base,
      resultCode: payment.authorized < payment.amount ? "PartiallyAuthorised" : "Authorised",
      amount: amountOf(payment.authorized, payment),
      additionalData: dataOf()
    }
  }
}

/**
 * Returns true if a payer's network token has its cryptogram and ECI, without the result of an
 * authentication that did not happen.
 */
const isProven = (body: Fields): boolean => {
  const proof = at(body, "mpiData")
  const { tokenAuthenticationVerificationValue: cryptogram, eci, directoryResponse, cavv } = proof
  if (body.shopperInteraction === "ContAuth") return cryptogram === undefined
  const isAuthenticated = directoryResponse !== undefined
  return (
    isCryptogram(cryptogram) &&
    /^0\d$/.test(String(eci)) &&
    isAuthenticated === (cavv !== undefined)
  )
}

const dataOf = () => ({
  authCode: "074559",
  cvcResult: "6 No CVC/CVV provided",
  avsResult: "5 No AVS data provided",
  cardSummary: "4242",
  networkTxReference: "MCC4242420101"
})

const itemOf = (merchantAccountCode: string, event: FakeEvent): Fields | null => {
  const { payment, modification, what, at: time } = event
  const base = {
    eventDate: new Date(time).toISOString(),
    merchantAccountCode,
    paymentMethod: "visa"
  }
  if (modification !== null) {
    const codes = { capture: "CAPTURE", void: "CANCELLATION", refund: "REFUND" } as const
    return {
      ...base,
      amount: amountOf(modification.amount, payment),
      pspReference: modification.id,
      originalReference: payment.id,
      merchantReference: modification.reference,
      eventCode: codes[modification.kind],
      success: String(what === "modified"),
      reason: what === "modified" ? "" : "Insufficient balance on payment"
    }
  }
  const of = { ...base, merchantReference: payment.reference }
  if (what === "capture_returned") {
    return {
      ...of,
      amount: amountOf(payment.authorized, payment),
      pspReference: `${payment.id}C`,
      originalReference: payment.id,
      eventCode: "CAPTURE_FAILED",
      success: "true",
      reason: "Capture Failed"
    }
  }
  if (what !== "approved" && what !== "declined") return null
  const [code = "", name = ""] = payment.decline === null ? [] : (refusals[payment.decline] ?? [])
  return {
    ...of,
    amount: amountOf(what === "approved" ? payment.authorized : payment.amount, payment),
    pspReference: payment.id,
    eventCode: "AUTHORISATION",
    success: String(what === "approved"),
    reason: what === "approved" ? "074559:4242:03/2030" : name,
    additionalData: what === "approved" ? dataOf() : { refusalReasonCode: code }
  }
}
