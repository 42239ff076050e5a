import {
  type ChargeFound,
  type ChargeOutcome,
  type Fields,
  fieldsIn,
  type ModificationFound,
  type ModificationOutcome
} from "@payloom/core"
import { decimalMoneyIn } from "../../amounts.ts"
import { at, textOf } from "../../fields.ts"
import type { RawAnswer } from "../../library/PrismLibrary.ts"
import type { Charged, Money, Refused } from "../../Processor.ts"
import { unknown } from "../../unknown.ts"
import { rapydDeclines } from "./rapydDeclines.ts"

/** The advice about retries, by its code. Codes 15 and 16 describe the card, not the decline. */
const advices: Readonly<Record<string, NonNullable<Refused["networkAdvice"]>>> = {
  "01": "never",
  "03": "fix",
  "05": "never",
  "06": "never",
  ...Object.fromEntries(
    ["02", "08", "09", "10", "11", "12", "13", "14"].map((code) => [code, "later"] as const)
  )
}

/**
 * Returns the scheme's code in a code of Rapyd's such as `ERROR_PROCESSING_CARD - [51]`. Rapyd's
 * documents also have the form `ERROR_PROCESSING_CARD [51]`.
 */
const networkCodeIn = (code: string): string | null =>
  /^ERROR_PROCESSING_CARD(?: -)? \[(\w+)\]$/.exec(code)?.[1] ?? null

/** The codes of a request that may have been carried out: a repeat, or Rapyd's own failure. */
const undecided: ReadonlySet<string> = new Set(["IDEMPOTENCY_ERROR", "GENERAL_ERROR"])

/** Returns the decline of a payment that failed, was canceled or has expired. */
export const refusedIn = (payment: Fields, status: Fields = {}): Refused => {
  const code = textOf(payment.error_code) ?? textOf(status.error_code)
  const rawCode = code ?? textOf(payment.failure_code) ?? String(payment.status)
  const advice = textOf(payment.merchant_advice_code)
  return {
    rawCode,
    networkCode: networkCodeIn(rawCode),
    message: textOf(payment.failure_message) ?? textOf(status.message),
    networkAdvice: advice === null ? null : (advices[advice] ?? null)
  }
}

const moneyIn = (payment: Fields, name: "amount" | "original_amount"): Money | null =>
  decimalMoneyIn(payment[name], payment.currency_code)

const networkReferenceIn = (payment: Fields): string | null =>
  textOf(at(payment, "payment_method_data").network_reference_id)

/** Returns the approval of a closed payment. Its amount is what was collected. */
export const chargedIn = (payment: Fields): Charged | null => {
  const money = moneyIn(payment, "amount")
  const providerReference = textOf(payment.id)
  if (payment.status !== "CLO" || money === null || providerReference === null) return null
  return {
    ...money,
    providerReference,
    captured: true,
    networkReference: networkReferenceIn(payment),
    authCode: textOf(payment.auth_code)
  }
}

const failed: ReadonlySet<unknown> = new Set(["ERR", "DLD", "CAN", "EXP"])
const open: ReadonlySet<unknown> = new Set(["NEW", "CRE"])

/** Returns the outcome of a charge. Null leaves an approval or the payer's page to be read. */
export const chargeOutcomeIn = ({ status, body }: RawAnswer): ChargeOutcome | null => {
  const answer = fieldsIn(body)
  if (answer === null || (status !== 200 && status !== 400)) return null
  const payment = at(answer, "data")
  const providerReference = textOf(payment.id)
  const refused = refusedIn(payment, at(answer, "status"))
  if (status === 400) {
    const { rawCode, message } = refused
    if (undecided.has(rawCode)) return unknown(`Rapyd answered ${rawCode}.`)
    const isDecline =
      rawCode.startsWith("ERROR_PROCESSING_CARD") || Object.hasOwn(rapydDeclines.meanings, rawCode)
    if (isDecline) return { _tag: "Declined", providerReference, ...refused }
    // A payment in another state than failed would contradict the rejection.
    if (payment.status !== undefined && !failed.has(payment.status)) {
      return unknown(`Rapyd rejected a payment in the state ${payment.status}.`)
    }
    return { _tag: "AccountUnavailable", reason: message ?? rawCode, rawCode }
  }
  if (providerReference === null) return unknown("The answer has no payment.")
  if (failed.has(payment.status)) return { _tag: "Declined", providerReference, ...refused }
  if (payment.status === "CLO") return null
  if (payment.status === "ACT" && payment.next_action === "3d_verification") return null
  return payment.status === "ACT" || open.has(payment.status)
    ? { _tag: "Pending", providerReference }
    : unknown(`Rapyd answered with the state ${payment.status}.`)
}

/** Returns a payment as the engine reads it, or null if a part of it can't be read. */
export const foundIn = (payment: Fields): ChargeFound | null => {
  const providerReference = textOf(payment.id)
  const state = stateIn(payment)
  const isTaken = state === "captured" || state === "refunded"
  const money = isTaken
    ? moneyIn(payment, "amount")
    : (moneyIn(payment, "original_amount") ?? moneyIn(payment, "amount"))
  if (providerReference === null || state === null || money === null) return null
  return {
    _tag: "Found",
    ...money,
    providerReference,
    state,
    networkReference: networkReferenceIn(payment),
    rawCode: null,
    ...(state === "declined" ? refusedIn(payment) : {}),
    ...(isTaken ? { amountCaptured: money.amount } : {})
  }
}

const stateIn = (payment: Fields): ChargeFound["state"] | null => {
  const { status, next_action: next } = payment
  if (failed.has(status)) return "declined"
  if (open.has(status)) return "pending"
  if (status === "REV") return "voided"
  if (status === "ACT") {
    if (next === "3d_verification") return "requires_action"
    return next === "pending_capture" ? "authorized" : "pending"
  }
  if (status !== "CLO") return null
  const refunded = decimalMoneyIn(payment.refunded_amount, payment.currency_code)
  const whole = moneyIn(payment, "amount")
  const isRefunded = refunded !== null && refunded.amount > 0n && refunded.amount === whole?.amount
  return isRefunded ? "refunded" : "captured"
}

const refundStates: Readonly<Record<string, "succeeded" | "pending" | "failed">> = {
  Completed: "succeeded",
  Pending: "pending",
  Rejected: "failed",
  Error: "failed",
  Canceled: "failed"
}

/** Returns a refund as the engine reads it, or null if its state is unknown. */
export const refundIn = (
  refund: Fields
): (ModificationFound & { readonly state: "succeeded" | "pending" | "failed" }) | null => {
  const providerReference = textOf(refund.id)
  const status = String(refund.status)
  const state = Object.hasOwn(refundStates, status) ? refundStates[status] : undefined
  if (providerReference === null || state === undefined) return null
  const rawCode = state === "failed" ? (textOf(refund.failure_code) ?? status) : null
  return { _tag: "Found", state, providerReference, rawCode }
}

/** Returns the outcome of a refund. */
export const refundOutcomeIn = ({ status, body }: RawAnswer): ModificationOutcome | null => {
  const answer = fieldsIn(body)
  if (answer === null || (status !== 200 && status !== 400)) return null
  if (status === 400) {
    const { error_code, message } = at(answer, "status")
    const rawCode = textOf(error_code) ?? "http_400"
    return rawCode.startsWith("ERROR_CREATE_REFUND")
      ? { _tag: "Failed", rawCode }
      : { _tag: "AccountUnavailable", reason: textOf(message) ?? rawCode, rawCode }
  }
  const refund = refundIn(at(answer, "data"))
  if (refund === null) return unknown("The answer has no refund that can be read.")
  const { state, providerReference, rawCode } = refund
  if (state === "failed") return { _tag: "Failed", rawCode: rawCode ?? "failed" }
  return { _tag: state === "succeeded" ? "Succeeded" : "Pending", providerReference }
}
