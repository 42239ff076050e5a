import {
  type ChargeOutcome,
  type Fields,
  type HttpFailure,
  isFields,
  type ModificationFound,
  type ModificationOutcome
} from "@payloom/core"
import { decimalMoneyIn } from "../../amounts.ts"
import { at, listAt, textOf } from "../../fields.ts"
import type { Money, Refused } from "../../Processor.ts"
import { unknown } from "../../unknown.ts"

/** The fields of a transaction that decide its state. */
export const transactionFields =
  "id legacyId orderId createdAt amount { value currencyCode } status statusHistory { status " +
  "... on ProcessorDeclinedEvent { processorResponse { legacyCode message } " +
  "networkResponse { code } } " +
  "... on FailedEvent { processorResponse { legacyCode message } } " +
  "... on GatewayRejectedEvent { gatewayRejectionReason } } " +
  "refunds { id orderId amount { value currencyCode } status }"

/** The states of a transaction whose money is taken. */
export const takenStates: ReadonlySet<unknown> = new Set([
  "SUBMITTED_FOR_SETTLEMENT",
  "SETTLEMENT_PENDING",
  "SETTLEMENT_CONFIRMED",
  "SETTLING",
  "SETTLED"
])

/** The states of a transaction or refund that has failed. */
export const failedStates: ReadonlySet<unknown> = new Set([
  "FAILED",
  "GATEWAY_REJECTED",
  "PROCESSOR_DECLINED",
  "SETTLEMENT_DECLINED",
  "AUTHORIZATION_EXPIRED",
  "VOIDED"
])

/** Returns an amount of Braintree's. */
export const moneyIn = (amount: unknown): Money | null => {
  const { value, currencyCode } = at(amount)
  return decimalMoneyIn(value, currencyCode)
}

/** Returns the decline of a transaction. The latest event comes first. */
export const refusedIn = (transaction: Fields): Refused => {
  const [event] = listAt(transaction, "statusHistory").filter(isFields)
  const { legacyCode, message } = at(event, "processorResponse")
  const reason = textOf(event?.gatewayRejectionReason)
  return {
    rawCode: textOf(legacyCode) ?? reason ?? String(transaction.status),
    networkCode: textOf(at(event, "networkResponse").code),
    message: textOf(message)
  }
}

/** Returns the outcome of a charge if it wasn't approved. Null leaves an approval to be read. */
export const chargeOutcomeIn = (transaction: Fields): ChargeOutcome | null => {
  const providerReference = textOf(transaction.id)
  if (providerReference === null) return unknown("The answer has no transaction.")
  if (takenStates.has(transaction.status)) return null
  if (failedStates.has(transaction.status)) {
    return { _tag: "Declined", providerReference, ...refusedIn(transaction) }
  }
  return transaction.status === "AUTHORIZING"
    ? { _tag: "Pending", providerReference }
    : unknown(`Braintree answered with the state ${transaction.status}.`)
}

/** The classes of errors after which the request was not carried out. */
const unprocessed: ReadonlySet<unknown> = new Set([
  "AUTHENTICATION",
  "AUTHORIZATION",
  "NOT_FOUND",
  "UNSUPPORTED_CLIENT",
  "VALIDATION"
])

const errorIn = (answer: Fields): Fields | null => listAt(answer, "errors").find(isFields) ?? null

/** Returns the meaning of an answer with errors, or null if it has none. */
export const failureIn = (answer: Fields): HttpFailure | null => {
  const error = errorIn(answer)
  if (error === null) return null
  const { errorClass, legacyCode } = at(error, "extensions")
  const reason = textOf(error.message) ?? "Braintree answered with an error."
  return unprocessed.has(errorClass)
    ? { _tag: "AccountUnavailable", reason, rawCode: textOf(legacyCode) ?? String(errorClass) }
    : unknown(reason)
}

/** The errors of a refund that can never pass: it is too large, or all was refunded. */
const neverPasses: ReadonlySet<unknown> = new Set(["91512", "91521"])

/** Returns the outcome of a refund. */
export const refundOutcomeIn = (answer: Fields): ModificationOutcome => {
  const code = at(errorIn(answer), "extensions").legacyCode
  if (neverPasses.has(code)) return { _tag: "Failed", rawCode: String(code) }
  const failure = failureIn(answer)
  if (failure !== null) return failure
  const refund = at(answer, "data", "refundTransaction", "refund")
  const providerReference = textOf(refund.id)
  if (providerReference === null) return unknown("The answer has no refund.")
  const { state, rawCode } = refundIn(refund)
  if (state === "succeeded") return { _tag: "Succeeded", providerReference }
  return state === "failed"
    ? { _tag: "Failed", rawCode: rawCode ?? "failed" }
    : { _tag: "Pending", providerReference }
}

/** Returns a refund as the engine reads it. It is done once it is in a settlement. */
export const refundIn = (refund: Fields): ModificationFound => {
  const isFailed = failedStates.has(refund.status)
  const isDone = refund.status === "SETTLING" || refund.status === "SETTLED"
  return {
    _tag: "Found",
    state: isDone ? "succeeded" : isFailed ? "failed" : "pending",
    providerReference: String(refund.id),
    rawCode: isFailed ? String(refund.status) : null
  }
}
