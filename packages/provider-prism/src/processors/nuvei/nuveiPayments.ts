import type { ChargeOutcome, Fields, ModificationOutcome } from "@payloom/core"
import { decimalMoneyIn } from "../../amounts.ts"
import { type CheckCodes, cardChecks } from "../../cardChecks.ts"
import { at, textOf } from "../../fields.ts"
import { adviceOf } from "../../networkAdvice.ts"
import type { Charged, Money, Refused } from "../../Processor.ts"
import { unknown } from "../../unknown.ts"
import { nuveiDeclines } from "./nuveiDeclines.ts"

/** Returns the amount that was taken or held. */
export const processedIn = (of: unknown): Money | null => {
  const { processedAmount, processedCurrency } = at(of)
  return decimalMoneyIn(processedAmount, processedCurrency)
}

const checkCodes: CheckCodes = {
  cvc: {
    M: "pass",
    N: "fail",
    P: "unchecked",
    U: "unavailable",
    S: "unavailable"
  },
  address: {
    A: ["pass", "fail"],
    W: ["fail", "pass"],
    Y: ["pass", "pass"],
    X: ["pass", "pass"],
    Z: ["fail", "pass"],
    U: ["unavailable", "unavailable"],
    S: ["unavailable", "unavailable"],
    N: ["fail", "fail"]
  }
}

/** Returns the approval in the answer to a payment, with an amount from elsewhere. */
export const chargedIn = (body: Fields, money: Money | null): Charged | null => {
  const providerReference = textOf(body.transactionId)
  const { transactionType } = body
  const card = at(body, "paymentOption", "card")
  if (money === null || providerReference === null) return null
  if (transactionType !== "Sale" && transactionType !== "Auth") return null
  return {
    ...money,
    providerReference,
    captured: transactionType === "Sale",
    networkReference: textOf(body.externalSchemeTransactionId),
    authCode: textOf(body.authCode),
    checks: cardChecks(checkCodes, card.cvv2Reply, card.avsCode)
  }
}

/** The reason of a payment whose payer Nuvei wants to ask. Nobody sends the payer there. */
const asksPayer = "REDIRECT"

/** The reason of a payment that ended with an error which has no code. */
const failed = "ERROR"

/**
 * Returns the decline of a transaction. The gateway's extended code says more than its code, which
 * is -1 for each decline of an issuer.
 */
export const refusedIn = (transaction: Fields): Refused => {
  const { gwErrorCode, gwExtendedErrorCode, transactionStatus } = transaction
  const [code, extended] = [Number(gwErrorCode ?? 0), Number(gwExtendedErrorCode ?? 0)]
  const known = [extended, code].find((each) => Number.isInteger(each) && each !== 0)
  return {
    rawCode: transactionStatus === asksPayer ? asksPayer : String(known ?? failed),
    networkCode: textOf(transaction.issuerDeclineCode),
    message: textOf(transaction.gwErrorReason) ?? textOf(transaction.issuerDeclineReason),
    networkAdvice: adviceOf(transaction.merchantAdviceCode)
  }
}

/** The errors of a request whose keys are wrong. */
export const refusesKeys: ReadonlySet<unknown> = new Set([1001, 1002, 1003, 1013, 1017, 1022])

/** The errors of a request that Nuvei checked and did not carry out. */
const refusesRequest: ReadonlySet<unknown> = new Set([
  ...refusesKeys,
  ...[1004, 1007, 1010, 1011, 1014, 1019, 1021, 1028, 1029, 1040, 1041, 1060, 1061, 1062]
])

/** Returns true if the gateway got no answer in time. The transaction may have been carried out. */
export const isTimedOut = ({ gwErrorCode }: Fields): boolean => Number(gwErrorCode) === -1203

/** Returns the meaning of an answer whose request failed before the gateway got it. */
const failureIn = (answer: Fields): ChargeOutcome => {
  const rawCode = String(answer.errCode)
  const reason = textOf(answer.reason) ?? `Nuvei answered with the error ${rawCode}.`
  if (!refusesRequest.has(answer.errCode)) return unknown(reason)
  return Object.hasOwn(nuveiDeclines.meanings, `api_${rawCode}`)
    ? {
        _tag: "Declined",
        providerReference: null,
        rawCode: `api_${rawCode}`,
        networkCode: null,
        message: reason
      }
    : { _tag: "AccountUnavailable", reason, rawCode }
}

/** Returns the outcome of a charge if it wasn't approved. Null leaves an approval to be read. */
export const chargeOutcomeIn = (answer: Fields): ChargeOutcome | null => {
  if (answer.status !== "SUCCESS") return failureIn(answer)
  const providerReference = textOf(answer.transactionId)
  switch (answer.transactionStatus) {
    case "APPROVED":
      return null
    case "PENDING":
      return providerReference === null
        ? unknown("The answer has no transaction.")
        : { _tag: "Pending", providerReference }
    case "DECLINED":
    case "ERROR":
    case "REDIRECT":
      return isTimedOut(answer)
        ? unknown("Nuvei's gateway got no answer in time.")
        : { _tag: "Declined", providerReference, ...refusedIn(answer) }
    default:
      return unknown(`Nuvei answered with the state ${answer.transactionStatus}.`)
  }
}

/** Returns the outcome of a capture, void or refund. */
export const modificationOutcomeIn = (answer: Fields): ModificationOutcome => {
  if (answer.status !== "SUCCESS") {
    const failure = failureIn(answer)
    return failure._tag === "AccountUnavailable" || failure._tag === "Unknown"
      ? failure
      : { _tag: "AccountUnavailable", reason: "Nuvei refused.", rawCode: String(answer.errCode) }
  }
  const outcome = chargeOutcomeIn(answer)
  const providerReference = textOf(answer.transactionId)
  if (outcome === null) {
    return providerReference === null
      ? unknown("The answer has no transaction.")
      : { _tag: "Succeeded", providerReference }
  }
  if (outcome._tag === "Declined") return { _tag: "Failed", rawCode: outcome.rawCode }
  return outcome._tag === "Pending"
    ? { _tag: "Pending", providerReference: outcome.providerReference }
    : unknown("The answer can't be read.")
}
