import { createHmac } from "node:crypto"
import { type Fields, fieldsIn, isFields } from "@payloom/core"
import type { SignedEvent } from "@payloom/testkit/fake-provider"
import { at, textOf } from "../../fields.ts"
import type { AuthorizedotnetAccount } from "../../processors/authorizedotnet/authorizedotnet.ts"
import { minorUnits } from "../decimals.ts"
import type { FakeEvent, FakePayment } from "../FakeBooks.ts"
import type { FakeCodec, FakeContext, FakeReply } from "../FakeCodec.ts"
import { conductOf } from "../fakeCards.ts"
import { detailsOf, listsOf, type Made, numberOf, summaryOf } from "./authorizedotnetLists.ts"

/** The currency of all accounts, which no answer names. */
const currency = "EUR"

/** The response code, the reason code and its text, by the issuer's decision. */
const refusals: Readonly<Record<string, readonly [code: string, reason: string, text: string]>> = {
  expired_card: ["3", "8", "The credit card has expired."],
  incorrect_cvc: ["2", "65", "This transaction has been declined."],
  fraud: ["2", "251", "This transaction has been declined."],
  issuer_unavailable: ["3", "19", "An error occurred during processing. Please try again."]
}
const declined = ["2", "2", "This transaction has been declined."] as const

/** The elements of a transaction's request in the order of the schema, as far as they are sent. */
const elements =
  "transactionType amount currencyCode payment refTransId order customer billTo " +
  "transactionSettings userFields"

const requestIn = (body: string): readonly [name: string, fields: Fields] => {
  const [[name, fields] = ["", null]] = Object.entries(fieldsIn(body) ?? {})
  return [name, isFields(fields) ? fields : {}]
}

const kindOf = (body: string) => {
  const [name, fields] = requestIn(body)
  // The question for the card of a refund names the refund.
  const isOfRefund = name === "getTransactionDetailsRequest" && fields.refId !== undefined
  if (name !== "createTransactionRequest") return isOfRefund ? "other" : "lookup"
  const type = at(fields, "transactionRequest").transactionType
  return type === "refundTransaction" ? "refund" : "charge"
}

/**
 * Speaks as Authorize.net's API does, in JSON with a byte order mark. Charges are settled at once.
 * It forgets invoice numbers, so it refuses no duplicates.
 */
export const authorizedotnetCodec: FakeCodec<AuthorizedotnetAccount> = {
  account: (_, secret) => ({
    name: secret("name").slice(0, 20),
    transactionKey: secret("key").slice(0, 16),
    currency,
    signatureKey: (secret("signature") + secret("more")).toUpperCase()
  }),
  idOf: (_, number) => String(60_000_000_000 + number),
  kindOf: ({ body }) => kindOf(body),
  keyIn: ({ body }) => {
    const { name, transactionKey } = at(requestIn(body)[1], "merchantAuthentication")
    return `${name} ${transactionKey}`
  },
  keyOf: ({ name, transactionKey }) => `${name} ${transactionKey}`,
  unauthorized: failed(
    "E00007",
    "User authentication failed due to invalid authentication values."
  ),
  repeatKeyIn: () => null,
  inProgress: failed("E00053", "The server is currently too busy, please try again later."),
  answer: (context, { path, body }) => {
    const [name, fields] = requestIn(body)
    if (path !== "/request.api") return { status: 404, body: null }
    switch (name) {
      case "createTransactionRequest":
        return repeating(fields.refId, transact(context, at(fields, "transactionRequest")))
      case "getTransactionDetailsRequest":
        return details(context, String(fields.transId))
      case "getUnsettledTransactionListRequest":
        return listed(listsOf(context).unsettled, fields)
      case "getSettledBatchListRequest":
        return batches(context, fields)
      case "getTransactionListRequest":
        return listed(listsOf(context).batches.get(String(fields.batchId)) ?? [], fields)
      default:
        return failed("E00003", "The root element is unknown.")
    }
  },
  sign: (account, event) => webhook(account, event)
}

function answered(fields: Fields, resultCode: "Ok" | "Error", code: string, text: string) {
  const messages = { resultCode, message: [{ code, text }] }
  const headers = { "content-type": "application/json; charset=utf-8" }
  return { status: 200, headers, body: `\uFEFF${JSON.stringify({ ...fields, messages })}` }
}

function failed(code: string, text: string): FakeReply {
  return answered({}, "Error", code, text)
}

/** Repeats the request's own id. It is the first element of an answer. */
const repeating = (refId: unknown, reply: FakeReply): FakeReply => ({
  ...reply,
  body: `\uFEFF${JSON.stringify({ refId, ...fieldsIn(String(reply.body).slice(1)) })}`
})

const found = (fields: Fields): FakeReply => answered(fields, "Ok", "I00001", "Successful.")

const transact = (context: FakeContext, request: Fields): FakeReply => {
  const names = elements.split(" ")
  const places = Object.keys(request).map((name) => names.indexOf(name))
  if (places.some((place, index) => place < 0 || place < (places[index - 1] ?? 0))) {
    return failed("E00003", "The element 'transactionRequest' has an invalid child element.")
  }
  if (request.currencyCode !== currency) return refusedFor("39", "The currency is not supported.")
  return request.transactionType === "refundTransaction"
    ? refund(context, request)
    : charge(context, request)
}

/** The answer to a transaction that was not made. */
const refusedFor = (errorCode: string, errorText: string): FakeReply =>
  unsuccessful({ responseCode: "3", transId: "0", errors: [{ errorCode, errorText }] })

const unsuccessful = (transactionResponse: Fields): FakeReply =>
  answered({ transactionResponse }, "Error", "E00027", "The transaction was unsuccessful.")

const orderIn = (request: Fields): string => {
  const { invoiceNumber, description } = at(request, "order")
  const reference = textOf(description) ?? ""
  const isNumbered = String(invoiceNumber).length <= 20 && reference.endsWith(String(invoiceNumber))
  return isNumbered ? reference : ""
}

const charge = (context: FakeContext, request: Fields): FakeReply => {
  const { cardNumber, expirationDate } = at(request, "payment", "creditCard")
  if (!/^\d{13,19}$/.test(String(cardNumber))) {
    return refusedFor("6", "The credit card number is invalid.")
  }
  if (!/^(20)?\d\d-\d\d$/.test(String(expirationDate))) {
    return refusedFor("7", "Credit card expiration date is invalid.")
  }
  const conduct = conductOf(String(cardNumber))
  const payment = context.books.charge({
    account: context.account,
    reference: orderIn(request),
    amount: minorUnits(String(request.amount), currency),
    currency,
    isAutoCaptured: request.transactionType === "authCaptureTransaction",
    returnUrl: "",
    conduct: conduct === "asks" ? "approves" : conduct
  })
  return chargeReply(payment)
}

const chargeReply = ({ id, status, decline }: FakePayment): FakeReply => {
  const response = {
    authCode: decline === null ? "HH5414" : "",
    avsResultCode: "Y",
    cvvResultCode: "P",
    cavvResultCode: "2",
    transId: id,
    refTransID: "",
    testRequest: "0",
    accountNumber: "XXXX4242",
    accountType: "Visa"
  }
  if (decline !== null) {
    const [responseCode, errorCode, errorText] = refusals[decline] ?? declined
    const errors = [{ errorCode, errorText }]
    return unsuccessful({ responseCode, ...response, errors })
  }
  const isHeld = status === "received"
  const message = isHeld
    ? { code: "252", description: "Your order has been received. Thank you for your business!" }
    : { code: "1", description: "This transaction has been approved." }
  const networkTransId = "123456789NNNH"
  const responseCode = isHeld ? "4" : "1"
  return found({
    transactionResponse: { responseCode, ...response, messages: [message], networkTransId }
  })
}

const refund = (context: FakeContext, request: Fields): FakeReply => {
  const payment = context.books.payments.get(String(request.refTransId))
  const { cardNumber } = at(request, "payment", "creditCard")
  if (payment?.account !== context.account || payment.captured === 0n) {
    return refusedFor("54", "The referenced transaction does not meet the criteria for a credit.")
  }
  if (cardNumber !== "XXXX4242") return refusedFor("6", "The credit card number is invalid.")
  const amount = minorUnits(String(request.amount), currency)
  const made = context.books.modify("refund", payment, amount, orderIn(request))
  if (made.state === "failed") {
    return refusedFor("55", "The sum of credits would exceed the original debit amount.")
  }
  const message = { code: "1", description: "This transaction has been approved." }
  const transactionResponse = {
    responseCode: "1",
    transId: made.id,
    refTransID: payment.id,
    accountNumber: "XXXX4242",
    accountType: "Visa",
    messages: [message]
  }
  return found({ transactionResponse })
}

const details = ({ books, account }: FakeContext, transId: string): FakeReply => {
  const made: Made | undefined =
    books.payments.get(transId) ?? books.modifications.find(({ id }) => id === transId)
  const payment = made !== undefined && "payment" in made ? made.payment : made
  return made === undefined || payment?.account !== account
    ? failed("E00040", "The record cannot be found.")
    : found({ transaction: detailsOf(made) })
}

const listed = (made: ReadonlyArray<Made>, fields: Fields): FakeReply => {
  const { limit, offset } = at(fields, "paging")
  const [size, page] = [Number(limit), Number(offset)]
  const newest = [...made].sort((a, b) => b.created - a.created || numberOf(b) - numberOf(a))
  const transactions = newest.slice((page - 1) * size, page * size).map(summaryOf)
  return transactions.length === 0
    ? answered({}, "Ok", "I00004", "No records found.")
    : found({ transactions, totalNumInResultSet: transactions.length })
}

const batches = (context: FakeContext, fields: Fields): FakeReply => {
  const [first, last] = [fields.firstSettlementDate, fields.lastSettlementDate].map((date) =>
    Date.parse(String(date))
  )
  if (!(Number(last) - Number(first) <= 31 * 86_400_000)) {
    return failed("E00102", "The difference between the dates must not exceed 31 days.")
  }
  const settlementTimeUTC = new Date(context.now()).toISOString()
  const batchList = [...listsOf(context).batches.keys()].map((batchId) => ({
    batchId,
    settlementTimeUTC,
    settlementState: "settledSuccessfully",
    paymentMethod: "creditCard"
  }))
  return Number(last) < context.now() || batchList.length === 0
    ? answered({}, "Ok", "I00004", "No records found.")
    : found({ batchList })
}

const eventTypes: Partial<Readonly<Record<FakeEvent["what"], string>>> = {
  approved: "authcapture.created",
  pending: "fraud.held",
  modified: "refund.created"
}

/** Returns the webhook of an event. There is none for declines and for failed refunds. */
const webhook = (
  { signatureKey }: AuthorizedotnetAccount,
  { id, at: time, payment, modification, what }: FakeEvent
): SignedEvent | null => {
  const type = eventTypes[what]
  if (type === undefined) return null
  const { order, authAmount } = detailsOf(modification ?? payment)
  const body = JSON.stringify({
    notificationId: id,
    eventType: `net.authorize.payment.${type}`,
    eventDate: new Date(time).toISOString(),
    webhookId: "63d6fea2-aa13-4b1d-a204-f5fbc15942b7",
    payload: {
      responseCode: what === "pending" ? 4 : 1,
      avsResponse: "Y",
      authAmount,
      invoiceNumber: at(order).invoiceNumber,
      entityName: "transaction",
      id: (modification ?? payment).id
    }
  })
  const signature = createHmac("sha512", signatureKey).update(body).digest("hex").toUpperCase()
  return {
    headers: { "content-type": "application/json", "x-anet-signature": `sha512=${signature}` },
    body
  }
}
