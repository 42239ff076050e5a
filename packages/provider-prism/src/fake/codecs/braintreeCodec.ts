import { type Fields, fieldsIn } from "@payloom/core"
import { at, textOf } from "../../fields.ts"
import type { BraintreeAccount } from "../../processors/braintree/braintree.ts"
import { majorUnits, minorUnits } from "../decimals.ts"
import type { FakeModification, FakePayment } from "../FakeBooks.ts"
import type { FakeCodec, FakeContext, FakeReply } from "../FakeCodec.ts"
import { conductOfToken } from "../fakeCards.ts"

/** The processor's response code, its message and the scheme's code, by the issuer's decision. */
const refusals: Readonly<Record<string, readonly [code: string, text: string, raw: string]>> = {
  insufficient_funds: ["2001", "Insufficient Funds", "51"],
  do_not_honor: ["2000", "Do Not Honor", "05"],
  expired_card: ["2004", "Expired Card", "54"],
  incorrect_cvc: ["2010", "Card Issuer Declined CVV", "N7"],
  fraud: ["2014", "Processor Declined - Fraud Suspected", "59"],
  issuer_unavailable: ["3000", "Processor Network Unavailable - Try Again", "91"],
  authentication_required: ["2099", "Cardholder Authentication Required", "1A"]
}

const requestId = "a6ed2a1c-4c3f-4b7e-9f0e-1f7f4c1d2b3a"
const currencies = ["EUR", "JPY", "USD"]

const kindOf = (body: string) => {
  if (body.includes("chargeCreditCard")) return "charge"
  return body.includes("refundTransaction") ? "refund" : "lookup"
}

/** Speaks as Braintree's GraphQL API does. */
export const braintreeCodec: FakeCodec<BraintreeAccount> = {
  account: (name, secret) => ({
    publicKey: secret("public").slice(0, 16),
    privateKey: secret("private").slice(0, 32),
    merchantAccounts: Object.fromEntries(currencies.map((code) => [code, `${name}_${code}`]))
  }),
  idOf: (kind, number) =>
    Buffer.from(`${kind === "charge" ? "transaction" : "refund"}_${number}`).toString("base64url"),
  kindOf: ({ body }) => kindOf(body),
  keyIn: ({ headers }) => headers.authorization ?? "",
  keyOf: ({ publicKey, privateKey }) =>
    `Basic ${Buffer.from(`${publicKey}:${privateKey}`).toString("base64")}`,
  unauthorized: failed("AUTHENTICATION", "Authentication credentials are invalid."),
  repeatKeyIn: () => null,
  inProgress: failed("SERVICE_AVAILABILITY", "A request is in progress."),
  answer: (context, { path, body: text }) => {
    if (path !== "/graphql") return { status: 404, body: null }
    const input = at(fieldsIn(text), "variables", "input")
    const kind = kindOf(text)
    if (kind === "charge") return charge(context, input)
    return kind === "refund" ? refund(context, input) : search(context, input)
  },
  sign: () => null
}

function failed(errorClass: string, message: string, legacyCode?: string): FakeReply {
  const extensions = { errorClass, errorType: "user_error", ...(legacyCode && { legacyCode }) }
  return {
    status: 200,
    body: { data: null, errors: [{ message, extensions }], extensions: { requestId } }
  }
}

const answered = (data: Fields): FakeReply => ({
  status: 200,
  body: { data, extensions: { requestId } }
})

const charge = (context: FakeContext, input: Fields): FakeReply => {
  const { amount, merchantAccountId, orderId } = at(input, "transaction")
  const [account, currency = ""] = String(merchantAccountId).split("_")
  if (account !== context.account || !currencies.includes(currency)) {
    return failed("VALIDATION", "Merchant account ID is invalid.", "91513")
  }
  const payment = context.books.charge({
    account: context.account,
    reference: textOf(orderId) ?? "",
    amount: minorUnits(String(amount), currency),
    currency,
    isAutoCaptured: true,
    returnUrl: "",
    conduct: conductOfToken(String(input.paymentMethodId))
  })
  return answered({ chargeCreditCard: { transaction: transactionOf(context, payment) } })
}

const amountOf = (value: bigint, { currency }: FakePayment) => ({
  value: majorUnits(value, currency),
  currencyCode: currency
})

const statusOf = ({ status }: FakePayment): string => {
  if (status === "received" || status === "waiting") return "AUTHORIZING"
  return status === "declined" ? "PROCESSOR_DECLINED" : "SUBMITTED_FOR_SETTLEMENT"
}

/** Returns a transaction, with the fields that the connector asks for. */
const transactionOf = ({ books }: FakeContext, payment: FakePayment): Fields => {
  const { id, reference, created, decline, amount, authorized } = payment
  const status = statusOf(payment)
  const [legacyCode, message, code] =
    decline === null ? [] : (refusals[decline] ?? ["2000", "Do Not Honor", "05"])
  return {
    id,
    legacyId: id.slice(-8),
    orderId: reference,
    createdAt: new Date(created).toISOString(),
    amount: amountOf(authorized > 0n ? authorized : amount, payment),
    status,
    statusHistory: [
      {
        status,
        ...(decline === null
          ? {}
          : { processorResponse: { legacyCode, message }, networkResponse: { code } })
      }
    ],
    refunds: books.modifications
      .filter((each) => each.payment === payment && each.state === "succeeded")
      .map(refundOf)
  }
}

const refundOf = ({ id, reference, amount, payment }: FakeModification): Fields => ({
  id,
  legacyId: id.slice(-8),
  orderId: reference,
  amount: amountOf(amount, payment),
  status: "SUBMITTED_FOR_SETTLEMENT"
})

const refund = ({ books, account }: FakeContext, input: Fields): FakeReply => {
  const payment = books.payments.get(String(input.transactionId))
  if (payment?.account !== account)
    return failed("NOT_FOUND", "An object with this ID was not found.")
  const { amount, orderId } = at(input, "refund")
  const made = books.modify(
    "refund",
    payment,
    minorUnits(String(amount), payment.currency),
    textOf(orderId) ?? ""
  )
  return made.state === "failed"
    ? failed("VALIDATION", "Refund amount is too large.", "91521")
    : answered({ refundTransaction: { clientMutationId: null, refund: refundOf(made) } })
}

const search = (context: FakeContext, input: Fields): FakeReply => {
  const [orderId, id] = [at(input, "orderId").is, at(input, "id").is]
  const edges = [...context.books.payments.values()]
    .filter(({ account }) => account === context.account)
    .filter((each) => each.reference === orderId || each.id === id)
    .map((each) => ({ node: transactionOf(context, each) }))
  return answered({ search: { transactions: { edges, pageInfo: { hasNextPage: false } } } })
}
