import {
  type ChargeOutcome,
  type Fields,
  fieldsIn,
  type HttpFailure,
  type ModificationOutcome
} from "@payloom/core"
import { decimalMoneyIn } from "../../amounts.ts"
import { at, textOf } from "../../fields.ts"
import type { RawAnswer } from "../../library/PrismLibrary.ts"
import type { Charged, Kind, Refused } from "../../Processor.ts"
import { unknown } from "../../unknown.ts"

/** The advice of the networks about retries, by its code. Other codes say less. */
const advices: Readonly<Record<string, NonNullable<Refused["networkAdvice"]>>> = {
  "1": "never",
  "2": "later",
  "3": "fix",
  "01": "fix",
  "02": "later",
  "03": "never",
  "21": "never"
}

/** Returns the decline of a payment, in an answer or in a look-up. */
export const refusedIn = (payment: Fields, otherwise: string): Refused => {
  const { reason, message } = at(payment, "errorInformation")
  const processor = at(payment, "processorInformation")
  const advice = textOf(at(processor, "merchantAdvice").code)
  return {
    rawCode: textOf(reason) ?? otherwise,
    networkCode: textOf(processor.responseCode),
    message: textOf(message),
    networkAdvice: advice === null ? null : (advices[advice] ?? null)
  }
}

/** Returns the approval of a payment. The amount is the authorized one. */
export const chargedIn = (payment: Fields): Charged | null => {
  const { authorizedAmount, currency } = at(payment, "orderInformation", "amountDetails")
  const money = decimalMoneyIn(authorizedAmount, currency)
  const providerReference = textOf(payment.id)
  if (money === null || providerReference === null) return null
  const { networkTransactionId, transactionId, approvalCode } = at(payment, "processorInformation")
  return {
    ...money,
    providerReference,
    networkReference: textOf(networkTransactionId) ?? textOf(transactionId),
    authCode: textOf(approvalCode)
  }
}

/** The states of an answer after which a person or Cybersource decides. */
const underReview: ReadonlySet<unknown> = new Set(["AUTHORIZED_PENDING_REVIEW", "PENDING_REVIEW"])

const declined: ReadonlySet<unknown> = new Set([
  "DECLINED",
  "INVALID_REQUEST",
  "AUTHORIZED_RISK_DECLINED",
  "PENDING_AUTHENTICATION"
])

/** The reasons of a rejection that don't say if an earlier request was carried out. */
const undecided: ReadonlySet<unknown> = new Set(["DUPLICATE_REQUEST", "PROCESSOR_UNAVAILABLE"])

const undecidedIn = ({ status, body }: RawAnswer): HttpFailure | null => {
  const reason = status === 400 ? fieldsIn(body)?.reason : null
  return undecided.has(reason) ? unknown(`Cybersource answered ${reason}.`) : null
}

/** Returns the outcome of a charge. Null leaves an answer to the usual reading. */
export const chargeOutcomeIn = (answer: RawAnswer, capture: boolean): ChargeOutcome | null => {
  const open = undecidedIn(answer)
  if (open !== null) return open
  const payment = fieldsIn(answer.body)
  if (answer.status !== 201 || payment === null) return null
  const providerReference = textOf(payment.id)
  const { status } = payment
  if (providerReference === null) return unknown("The answer has no transaction.")
  if (declined.has(status)) {
    return { _tag: "Declined", providerReference, ...refusedIn(payment, String(status)) }
  }
  if (underReview.has(status)) return { _tag: "Pending", providerReference }
  if (status !== "AUTHORIZED" && status !== "PARTIAL_AUTHORIZED") {
    return unknown(`Cybersource answered in the state ${status}.`)
  }
  const charged = chargedIn(payment)
  return charged === null
    ? unknown("The answer has no amount that can be read.")
    : {
        ...charged,
        _tag: "Approved",
        captured: capture,
        networkReference: charged.networkReference ?? null
      }
}

/** The reasons why a capture, void or refund can never pass. */
const neverPasses: ReadonlySet<string> = new Set([
  "EXCEEDS_AUTH_AMOUNT",
  "TRANSACTION_ALREADY_SETTLED",
  "TRANSACTION_ALREADY_REVERSED_OR_SETTLED",
  "CAPTURE_ALREADY_VOIDED",
  "INVALID_AMOUNT",
  "MISSING_AUTH"
])

/** The states of an answer that mean the modification is done. A capture counts once accepted. */
const done: Readonly<Record<Exclude<Kind, "charge">, ReadonlySet<unknown>>> = {
  capture: new Set(["PENDING", "TRANSMITTED"]),
  void: new Set(["REVERSED"]),
  refund: new Set(["TRANSMITTED"])
}

/** Returns the outcome of a capture, void or refund. Null leaves it to the usual reading. */
export const modificationOutcomeIn = (
  kind: Exclude<Kind, "charge">,
  answer: RawAnswer,
  reference: string
): ModificationOutcome | null => {
  const open = undecidedIn(answer)
  if (open !== null) return open
  const body = fieldsIn(answer.body)
  if (body === null) return null
  if (answer.status === 400) {
    const rawCode = textOf(body.reason) ?? ""
    if (rawCode === "AUTH_ALREADY_REVERSED") {
      // The hold is gone, whether this call or an earlier one released it.
      return kind === "void"
        ? { _tag: "Succeeded", providerReference: reference }
        : { _tag: "HoldExpired" }
    }
    return neverPasses.has(rawCode) ? { _tag: "Failed", rawCode } : null
  }
  if (answer.status !== 201) return null
  const providerReference = textOf(body.id)
  if (providerReference === null) return unknown("The answer has no transaction.")
  if (done[kind].has(body.status)) return { _tag: "Succeeded", providerReference }
  if (body.status === "PENDING") return { _tag: "Pending", providerReference }
  if (declined.has(body.status)) {
    return { _tag: "Failed", rawCode: refusedIn(body, String(body.status)).rawCode }
  }
  return unknown(`Cybersource answered in the state ${body.status}.`)
}
