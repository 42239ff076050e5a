import { createHash } from "node:crypto"
import { type Fields, fieldsIn, isFields } from "@payloom/core"
import { at, textOf } from "../../fields.ts"
import type { NuveiAccount } from "../../processors/nuvei/nuvei.ts"
import { majorUnits, minorUnits } from "../decimals.ts"
import type { FakeBooks, FakeModification, FakePayment } from "../FakeBooks.ts"
import type { FakeCodec, FakeContext, FakeReply } from "../FakeCodec.ts"
import { conductOf, conductOfToken } from "../fakeCards.ts"
import { nuveiDmn } from "./nuveiDmn.ts"
import { detailsOf, typeOf, verdictOf } from "./nuveiTransactions.ts"

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex")

/** The keys depend on the merchant's id, so that the fake can check the checksums. */
const accountOf = (merchantId: string): NuveiAccount => ({
  merchantId,
  merchantSiteId: merchantId.slice(0, 6),
  merchantSecret: hashOf(`The secret of ${merchantId}.`)
})

const kinds = {
  "payment.do": "charge",
  "settleTransaction.do": "capture",
  "voidTransaction.do": "void",
  "refundTransaction.do": "refund",
  "getTransactionDetails.do": "lookup",
  "getPaymentStatus.do": "lookup"
} as const

type Path = keyof typeof kinds | "getSessionToken.do"

/** The fields that the checksum of a request covers before the secret, in their order. */
const covered: Readonly<Record<Path, ReadonlyArray<string>>> = {
  "getSessionToken.do": ["clientRequestId", "timeStamp"],
  "payment.do": ["clientRequestId", "amount", "currency", "timeStamp"],
  "settleTransaction.do": changed(),
  "voidTransaction.do": changed(),
  "refundTransaction.do": changed(),
  "getTransactionDetails.do": ["transactionId", "clientUniqueId", "timeStamp"],
  "getPaymentStatus.do": []
}

function changed(): ReadonlyArray<string> {
  const names = "clientRequestId clientUniqueId amount currency relatedTransactionId timeStamp"
  return names.split(" ")
}

/** The last group of a session's token is the merchant's id. */
const merchantOf = (body: Fields): string =>
  textOf(body.merchantId) ?? String(body.sessionToken).slice(-12)

/** Speaks as Nuvei's REST API 1.0 does. It forgets which clientRequestIds were used. */
export const nuveiCodec: FakeCodec<NuveiAccount> = {
  account: (_, secret) => {
    const number = BigInt(`0x${secret("merchant").slice(0, 12)}`) % 10n ** 12n
    return accountOf(String(number).padStart(12, "0"))
  },
  idOf: (_, number) => `711${String(number).padStart(16, "0")}`,
  kindOf: ({ path }) => kinds[path.slice(1) as keyof typeof kinds] ?? "other",
  keyIn: ({ body }) => merchantOf(fieldsIn(body) ?? {}),
  keyOf: ({ merchantId }) => merchantId,
  unauthorized: failed(1013, "Invalid merchant ID"),
  repeatKeyIn: () => null,
  inProgress: failed(1000, "General Error"),
  answer: (context, { path, body: text }) => {
    const body = fieldsIn(text) ?? {}
    const name = path.slice(1) as Path
    if (covered[name] === undefined) return { status: 404, body: null }
    if (!isChecked(name, body)) return failed(1001, "Invalid checksum")
    switch (name) {
      case "getSessionToken.do":
        return answered({ sessionToken: openSession(context, body) })
      case "payment.do":
        return charge(context, body)
      case "getPaymentStatus.do":
        return statusOf(context, String(body.sessionToken))
      case "getTransactionDetails.do":
        return lookUp(context, body)
      default:
        return modify(context, kinds[name] as FakeModification["kind"], body)
    }
  },
  sign: ({ merchantSecret }, event) => nuveiDmn(merchantSecret, event)
}

function failed(errCode: number, reason: string): FakeReply {
  return {
    status: 200,
    body: { internalRequestId: 866, status: "ERROR", errCode, reason, version: "1.0" }
  }
}

const answered = (fields: Fields): FakeReply => ({
  status: 200,
  body: { ...fields, internalRequestId: 1526, status: "SUCCESS", errCode: 0, reason: "" }
})

const isChecked = (path: Path, body: Fields): boolean => {
  const { merchantId, merchantSiteId, merchantSecret } = accountOf(merchantOf(body))
  if (path === "getPaymentStatus.do") return true
  if (body.merchantSiteId !== merchantSiteId) return false
  const texts = covered[path].map((name) => textOf(body[name]) ?? "")
  const all = [merchantId, merchantSiteId, ...texts, merchantSecret]
  return body.checksum === hashOf(all.join("")) && /^\d{14}$/.test(String(body.timeStamp))
}

/** The sessions of each fake, with the payment that each has made. */
const sessionsOf = new WeakMap<FakeBooks, Map<string, string | null>>()

const sessions = ({ books }: FakeContext): Map<string, string | null> => {
  const known = sessionsOf.get(books) ?? new Map<string, string | null>()
  sessionsOf.set(books, known)
  return known
}

const openSession = (context: FakeContext, body: Fields): string => {
  const start = Number(context.books.newId("")).toString(16).padStart(8, "0")
  const token = `${start}-9bc5-4ecd-a3f9-${merchantOf(body)}`
  sessions(context).set(token, null)
  return token
}

const charge = (context: FakeContext, body: Fields): FakeReply => {
  const sessionToken = String(body.sessionToken)
  if (sessions(context).get(sessionToken) !== null) return failed(1069, "Session expired")
  const refused = refusalOf(body)
  if (refused !== null) return refused
  const { card, userPaymentOptionId } = at(body, "paymentOption")
  const conduct = isFields(card)
    ? conductOf(String(card.cardNumber))
    : conductOfToken(String(userPaymentOptionId))
  const currency = String(body.currency)
  const payment = context.books.charge({
    account: context.account,
    reference: textOf(body.clientUniqueId) ?? "",
    amount: minorUnits(String(body.amount), currency),
    currency,
    isAutoCaptured: body.transactionType === "Sale",
    returnUrl: textOf(at(body, "urlDetails").successUrl) ?? "",
    conduct: conduct === "asks" ? "approves" : conduct
  })
  sessions(context).set(sessionToken, payment.id)
  return answered(paymentOf(payment, sessionToken))
}

/** Returns the answer to a payment that lacks something, or null. */
const refusalOf = (body: Fields): FakeReply | null => {
  const { card, userPaymentOptionId } = at(body, "paymentOption")
  const { email, country } = at(body, "billingAddress")
  const given = [email, country, at(body, "deviceDetails").ipAddress]
  if (given.some((each) => textOf(each) === null)) return failed(1019, "Validation Error")
  if (!isFields(card)) {
    const stored = [body.userTokenId, userPaymentOptionId]
    return stored.every((each) => textOf(each) !== null)
      ? null
      : failed(1011, "Missing or invalid UserPaymentOption data")
  }
  const { cardNumber, cardHolderName, expirationMonth, expirationYear } = card
  if (!/^\d{12,19}$/.test(String(cardNumber)) || textOf(cardHolderName) === null) {
    return failed(1004, "Missing or invalid CardData data")
  }
  const isDated =
    /^\d{2}$/.test(String(expirationMonth)) && /^(20)?\d{2}$/.test(String(expirationYear))
  return isDated ? null : failed(1029, "Invalid expired date")
}

/** Returns the amounts of a payment that was approved in part. */
const partOf = ({ amount, authorized, currency }: FakePayment): Fields | undefined =>
  authorized === 0n || authorized === amount
    ? undefined
    : {
        requestedAmount: majorUnits(amount, currency),
        requestedCurrency: currency,
        processedAmount: majorUnits(authorized, currency),
        processedCurrency: currency
      }

const paymentOf = (payment: FakePayment, sessionToken: string): Fields => ({
  orderId: payment.id.slice(-5),
  paymentOption: {
    userPaymentOptionId: "",
    card: { ccCardNumber: "4****4242", bin: "424242", cvv2Reply: "M", avsCode: "Y", threeD: {} }
  },
  ...verdictOf(payment),
  transactionType: typeOf(payment),
  transactionId: payment.id,
  externalTransactionId: "",
  externalSchemeTransactionId: "488341541494658",
  customData: "",
  fraudDetails: { finalDecision: "Accept" },
  partialApproval: partOf(payment),
  sessionToken,
  clientUniqueId: payment.reference,
  clientRequestId: payment.reference
})

/** Returns the answer to getPaymentStatus, which has the amount. */
const statusOf = (context: FakeContext, sessionToken: string): FakeReply => {
  const id = sessions(context).get(sessionToken)
  const payment = id == null ? undefined : context.books.payments.get(id)
  if (payment === undefined) return failed(1140, "A payment was not performed during the session")
  return answered({
    ...verdictOf(payment),
    transactionType: typeOf(payment),
    transactionId: payment.id,
    partialApproval: partOf(payment),
    amount: majorUnits(payment.amount, payment.currency),
    currency: payment.currency,
    sessionToken,
    clientUniqueId: payment.reference
  })
}

const lookUp = ({ books, account }: FakeContext, by: Fields): FakeReply => {
  const made = [...books.payments.values(), ...books.modifications]
  const found = made.find((each) =>
    by.transactionId === undefined
      ? each.reference === by.clientUniqueId
      : each.id === by.transactionId
  )
  if (found === undefined || ("payment" in found ? found.payment : found).account !== account) {
    return failed(9146, "No transaction details returned for the provided id.")
  }
  return answered({ transactionDetails: detailsOf(found), clientUniqueId: found.reference })
}

const modify = (
  { books, account }: FakeContext,
  kind: FakeModification["kind"],
  body: Fields
): FakeReply => {
  const payment = books.payments.get(String(body.relatedTransactionId))
  if (payment?.account !== account || payment.currency !== body.currency) {
    return failed(1019, "Validation Error")
  }
  const amount = minorUnits(String(body.amount), payment.currency)
  const made = books.modify(kind, payment, amount, textOf(body.clientUniqueId) ?? "")
  return answered({
    transactionId: made.id,
    externalTransactionId: "",
    ...verdictOf(made),
    clientUniqueId: made.reference,
    clientRequestId: textOf(body.clientRequestId)
  })
}
