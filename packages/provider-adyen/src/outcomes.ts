import type { Types } from "@adyen/api-library"
import type { ChargeDeclined, ChargeOutcome, ProviderAction, ResumeRequest } from "@payloom/core"
import { cardErrors, rawCodeOf, refusalCodeOf, requestErrors } from "./adyenDeclines.ts"
import { adviceOf, networkCodeIn } from "./adyenRawCodes.ts"
import { fromAdyen } from "./amounts.ts"
import { type AdditionalData, approvalIn } from "./approvals.ts"
import { brandNamed } from "./cardBrands.ts"
import { timeIn } from "./disputes.ts"
import { textIn } from "./fields.ts"
import { actionOf, type PayerPage } from "./payerActions.ts"
import type { Wire } from "./wire.ts"

/** Adyen's answer to a charge, or to a payer's result. */
export type AdyenAnswer =
  | Wire<Types.checkout.PaymentResponse>
  | Wire<Types.checkout.PaymentDetailsResponse>

/** The facts about a charge that reading Adyen's answer needs. */
export interface Asked extends PayerPage {
  readonly reference: string
  /** True if the charge is captured at once. */
  readonly capture: boolean
  /** The card's scheme that Adyen Web reported, or null. A refusal may not name the scheme. */
  readonly brand: string | null
  /** True if the merchant wants to capture more than is held. */
  readonly overCapture: boolean
  /** The percentage by which captures may exceed the authorised amount, by card brand. */
  readonly overCapturePercent: Readonly<Record<string, number>>
  /** The time at which a payer's action expires, in milliseconds since the epoch. */
  readonly expiresAt: number
}

/** The state that is stored while a payer is away. */
interface Waiting extends Pick<Asked, "capture" | "brand" | "overCapture"> {
  readonly providerReference: string
  readonly expiresAt: number
  /** The data that Adyen requires beside the payer's result. */
  readonly paymentData: string | null
  /**
   * The payer's action, for a payer who comes back without a result. Null if the action is too long
   * to store.
   */
  readonly action: ProviderAction | null
}

/** Returns the outcome of a charge that was just sent, or whose payer has returned. */
export const outcomeOf = (answer: AdyenAnswer, asked: Asked): ChargeOutcome => {
  const providerReference = answer.pspReference ?? asked.reference
  if (answer.action != null) {
    const action = actionOf(answer.action, asked)
    return action === null
      ? { _tag: "Pending", providerReference }
      : payerAsked(answer, action, asked, providerReference)
  }
  switch (answer.resultCode) {
    case "Authorised":
    case "PartiallyAuthorised":
      return approved(answer, asked, providerReference)
    case "Refused":
    case "Error":
    case "Cancelled":
      return declined(answer, asked)
    case "Pending":
    case "Received":
    case "PresentToShopper":
      return { _tag: "Pending", providerReference }
    default:
      return { _tag: "Unknown", reason: `Adyen returned the result ${answer.resultCode}.` }
  }
}

/** Returns an approval. Adyen has the authorised amount in one of two places. */
const approved = (answer: AdyenAnswer, asked: Asked, providerReference: string): ChargeOutcome => {
  const data: AdditionalData = answer.additionalData ?? {}
  const { authorisedAmountValue: value, authorisedAmountCurrency: currency } = data
  const told = answer.amount ?? (value && currency ? { value: Number(value), currency } : null)
  const authorised = fromAdyen(told)
  const percent = overCaptureOf(answer, asked)
  return {
    _tag: "Approved",
    providerReference,
    captured: asked.capture,
    ...authorised,
    ...approvalIn(data),
    ...(percent === 0n
      ? {}
      : { capturableUpTo: authorised.amount + (authorised.amount * percent) / 100n })
  }
}

/** Returns the percentage by which captures may exceed the hold, or 0 if none was requested. */
const overCaptureOf = (
  { paymentMethod, additionalData }: AdyenAnswer,
  { capture, overCapture, overCapturePercent, brand }: Asked
): bigint => {
  const named = paymentMethod?.brand ?? additionalData?.paymentMethod ?? brand ?? ""
  const percent = overCapturePercent[brandNamed(named)] ?? 0
  return overCapture && !capture ? BigInt(Math.floor(percent)) : 0n
}

/** Returns the reason of a refusal in an answer or a notification. */
export const refusalIn = (
  code: string,
  reason: string | undefined,
  brand: string | null | undefined,
  data: AdditionalData
): Pick<ChargeDeclined, "rawCode" | "networkAdvice" | "message"> & {
  readonly networkCode: string | null
} => {
  const raw = data.refusalReasonRaw
  const networkCode = networkCodeIn(data.refusalCodeRaw, raw)
  const scheme = data.cardPaymentMethod ?? data.paymentMethod ?? data.paymentMethodVariant ?? brand
  return {
    rawCode: rawCodeOf(code, networkCode),
    networkCode,
    networkAdvice: adviceOf(data.merchantAdviceCode, scheme, networkCode),
    message: [reason, raw].filter((text) => text !== undefined).join("; ") || null
  }
}

/**
 * Returns a decline if Adyen refused the card's or the request's details before it contacted an
 * issuer. Throws all other failures. Throws also if the charge was sent before: Adyen may check the
 * details before the idempotency key, so the first request may have been charged.
 */
export const refusedForDetails = (failure: unknown, isResent = false): AdyenAnswer => {
  const { rawCode, reason } = Object(failure)
  const code = String(rawCode)
  const isTheirs = Object.hasOwn(cardErrors, code) || Object.hasOwn(requestErrors, code)
  if (isResent || !isTheirs) throw failure
  return { resultCode: "Refused", refusalReasonCode: `error_${rawCode}`, refusalReason: reason }
}

const declined = (answer: AdyenAnswer, { brand }: Asked): ChargeOutcome => {
  const { refusalReasonCode, refusalReason, additionalData, pspReference, resultCode } = answer
  const named = refusalReason === undefined ? String(resultCode) : refusalCodeOf(refusalReason)
  const code = refusalReasonCode ?? named
  return {
    _tag: "Declined",
    providerReference: pspReference ?? null,
    ...refusalIn(code, refusalReason, brand, additionalData ?? {})
  }
}

/**
 * The longest state that is stored while the payer is away. It is below the limit of the provider
 * port.
 */
const mostStateLength = 30_000

const payerAsked = (
  answer: AdyenAnswer,
  action: ProviderAction,
  { capture, brand, overCapture, expiresAt: usual }: Asked,
  providerReference: string
): ChargeOutcome => {
  const expiresAt = timeIn(textIn(answer.action, "expiresAt") ?? undefined) ?? usual
  const paymentData = textIn(answer.action, "paymentData")
  const own = { capture, brand, overCapture }
  const waiting: Waiting = { ...own, providerReference, expiresAt, paymentData, action }
  // If the state is too long, the action is left out, and then the payment data. Adyen Web hands
  // the payment data back by itself.
  const kept = [
    waiting,
    { ...waiting, action: null },
    { ...waiting, action: null, paymentData: null }
  ]
  const state =
    kept.map((each) => JSON.stringify(each)).find((text) => text.length <= mostStateLength) ?? null
  return { _tag: "RequiresAction", providerReference, action, expiresAt, state }
}

/** Returns the stored state of a charge whose payer has returned. */
export const waitingOf = ({ state, reference }: ResumeRequest): Waiting => {
  const kept: Partial<Waiting> = state === null ? {} : JSON.parse(state)
  return {
    capture: kept.capture ?? true,
    brand: kept.brand ?? null,
    overCapture: kept.overCapture ?? false,
    providerReference: kept.providerReference ?? reference,
    expiresAt: kept.expiresAt ?? 0,
    paymentData: kept.paymentData ?? null,
    action: kept.action ?? null
  }
}

/** Returns the same action again for a payer who came back without a result. */
export const askedAgain = (request: ResumeRequest): ChargeOutcome => {
  const { providerReference, action, expiresAt } = waitingOf(request)
  return action === null
    ? { _tag: "Unknown", reason: "The payer returned without a result for Adyen." }
    : { _tag: "RequiresAction", providerReference, action, expiresAt, state: request.state }
}
