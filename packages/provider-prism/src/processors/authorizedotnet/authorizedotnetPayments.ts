import { type ChargeOutcome, type Fields, isFields, type ModificationOutcome } from "@payloom/core"
import { decimalMoneyIn } from "../../amounts.ts"
import { type CheckCodes, cardChecks } from "../../cardChecks.ts"
import { at, listAt, textOf } from "../../fields.ts"
import type { Charged, Refused } from "../../Processor.ts"
import { unknown } from "../../unknown.ts"
import { authorizedotnetDeclines } from "./authorizedotnetDeclines.ts"

/** The longest invoice number. */
const invoiceLength = 20

/** Returns the invoice number of a reference: its end, of which 80 bits are random. */
export const invoiceOf = (reference: string): string => reference.slice(-invoiceLength)

/** The elements of a transaction's request in their order, which Authorize.net insists on. */
const elements =
  "transactionType amount currencyCode payment profile solution callId terminalNumber authCode " +
  "refTransId splitTenderId order lineItems tax duty shipping taxExempt poNumber customer billTo " +
  "shipTo customerIP cardholderAuthentication retail employeeId transactionSettings userFields " +
  "surcharge merchantDescriptor subMerchant tip processingOptions subsequentAuthInformation " +
  "otherTax shipFrom authorizationIndicatorType"

const places = new Map(elements.split(" ").map((name, place) => [name, place]))

/** Puts the elements of a transaction's request in order. */
export const inOrder = (request: Fields): Fields =>
  Object.fromEntries(
    Object.entries(request).sort(([a], [b]) => (places.get(a) ?? 0) - (places.get(b) ?? 0))
  )

/** Returns our reference of a transaction, or an empty text. */
export const referenceIn = (transaction: Fields): string =>
  textOf(at(transaction, "order").description) ?? ""

const unsettled: ReadonlySet<unknown> = new Set([
  "capturedPendingSettlement",
  "pendingSettlement",
  "pendingFinalSettlement",
  "updatingSettlement"
])

/** Returns true if a transaction was captured and isn't settled yet. */
export const isUnsettled = ({ transactionStatus }: Fields): boolean =>
  unsettled.has(transactionStatus)

const taken: ReadonlySet<unknown> = new Set([
  ...unsettled,
  "settledSuccessfully",
  "chargeback",
  "chargebackReversal"
])

/** Returns true if the money of a payment was taken. */
export const isTaken = ({ transactionStatus, transactionType }: Fields): boolean =>
  taken.has(transactionStatus) && transactionType === "authCaptureTransaction"

const checkCodes: CheckCodes = {
  cvc: {
    M: "pass",
    N: "fail",
    P: "unchecked",
    S: "unchecked",
    U: "unavailable"
  },
  address: {
    A: ["pass", "fail"],
    B: ["unchecked", "unchecked"],
    G: ["unavailable", "unavailable"],
    N: ["fail", "fail"],
    R: ["unavailable", "unavailable"],
    S: ["unavailable", "unavailable"],
    U: ["unavailable", "unavailable"],
    W: ["fail", "pass"],
    X: ["pass", "pass"],
    Y: ["pass", "pass"],
    Z: ["fail", "pass"]
  }
}

/** Returns the approval of a charge whose transaction was looked up. */
export const approvalIn = (
  response: Fields,
  transaction: Fields,
  reference: string,
  currency: string
): Charged | null => {
  const providerReference = textOf(transaction.transId)
  const money = decimalMoneyIn(transaction.authAmount, currency)
  const isOurs = referenceIn(transaction) === reference
  if (providerReference === null || money === null || !isOurs || !isTaken(transaction)) return null
  return {
    ...money,
    providerReference,
    captured: true,
    networkReference: textOf(response.networkTransId),
    authCode: textOf(response.authCode),
    checks: cardChecks(checkCodes, response.cvvResultCode, response.avsResultCode)
  }
}

/** Returns the first error of an answer: of its transaction, or else of the request. */
const errorIn = (answer: Fields): { readonly code: string; readonly text: string | null } => {
  const [error] = listAt(answer, "transactionResponse", "errors").filter(isFields)
  const [message] = listAt(answer, "messages", "message").filter(isFields)
  return {
    code: textOf(error?.errorCode) ?? textOf(message?.code) ?? "no_code",
    text: textOf(error?.errorText) ?? textOf(message?.text)
  }
}

/** The codes of a repeat. The first transaction may have been approved. */
const duplicates: ReadonlySet<string> = new Set(["11", "222", "318"])

/** The codes of a request that was checked and not carried out. */
const refusesRequest = /^E000(0[2-9]|1[0-9]|2[0-6])$/

/** Returns the meaning of an answer without a transaction. */
const failureIn = (answer: Fields) => {
  const { code, text } = errorIn(answer)
  const reason = text ?? `Authorize.net answered with ${code}.`
  return refusesRequest.test(code)
    ? ({ _tag: "AccountUnavailable", reason, rawCode: code } as const)
    : unknown(reason)
}

const refusalIn = (answer: Fields): Refused => {
  const { code, text } = errorIn(answer)
  return { rawCode: code, networkCode: null, message: text }
}

/** Returns the outcome of a charge if it wasn't approved. Null leaves an approval to be read. */
export const chargeOutcomeIn = (answer: Fields, reference: string): ChargeOutcome | null => {
  const { responseCode, transId } = at(answer, "transactionResponse")
  if (answer.refId !== undefined && answer.refId !== invoiceOf(reference)) {
    return unknown("Authorize.net answered another request.")
  }
  // Without a transaction the id is 0.
  const providerReference = transId === "0" ? null : textOf(transId)
  switch (responseCode) {
    case "1":
      return null
    case "2":
    case "3": {
      const refused = refusalIn(answer)
      const { rawCode, message } = refused
      if (duplicates.has(rawCode)) return unknown("There is a charge with this invoice number.")
      const isDecline = responseCode === "2"
      return isDecline || Object.hasOwn(authorizedotnetDeclines.meanings, rawCode)
        ? { _tag: "Declined", providerReference, ...refused }
        : { _tag: "AccountUnavailable", reason: message ?? rawCode, rawCode }
    }
    case "4":
      return providerReference === null
        ? unknown("The answer has no transaction.")
        : { _tag: "Pending", providerReference }
    case undefined:
      return failureIn(answer)
    default:
      return unknown(`Authorize.net answered with the response code ${responseCode}.`)
  }
}

/** The codes of refunds that can never pass: of the wrong transaction, or of too much. */
const neverPasses: ReadonlySet<string> = new Set(["5", "16", "51", "54", "55"])

/** Returns the outcome of a refund. It is done once it is settled. */
export const refundOutcomeIn = (answer: Fields): ModificationOutcome => {
  const { responseCode, transId } = at(answer, "transactionResponse")
  const providerReference = transId === "0" ? null : textOf(transId)
  const { rawCode, message } = refusalIn(answer)
  switch (responseCode) {
    case "1":
    case "4":
      return providerReference === null
        ? unknown("The answer has no transaction.")
        : { _tag: "Pending", providerReference }
    case "2":
    case "3":
      if (duplicates.has(rawCode)) return unknown("There is a refund with this invoice number.")
      return responseCode === "2" || neverPasses.has(rawCode)
        ? { _tag: "Failed", rawCode }
        : { _tag: "AccountUnavailable", reason: message ?? rawCode, rawCode }
    case undefined:
      return failureIn(answer)
    default:
      return unknown(`Authorize.net answered with the response code ${responseCode}.`)
  }
}
