import type { Types } from "@adyen/api-library"
import type { ChargeDeclined, ChargeOutcome, ProviderAction, ResumeRequest } from "@payloom/core"
import { cardErrors, rawCodeOf, refusalCodeOf, requestErrors } from "./adyenDeclines.ts"
import { adviceOf, networkCodeIn } from "./adyenRawCodes.ts"
import { fromAdyen } from "./amounts.ts"
import { type AdditionalData, approvalIn } from "./approvals.ts"
import type { Wire } from "./wire.ts"

/** What Adyen says to a charge, or to what its payer brought back. */
export type AdyenAnswer =
  | Wire<Types.checkout.PaymentResponse>
  | Wire<Types.checkout.PaymentDetailsResponse>

/** What the connector has to know of a charge to read what Adyen says to it. */
export interface Asked {
  readonly reference: string
  /** Whether the money was to be taken at once. */
  readonly capture: boolean
  /** The card's scheme as Adyen Web told it, or null where it didn't. A refusal may not tell. */
  readonly brand: string | null
  /** Until when a payer is waited for who is asked now, in milliseconds since the epoch. */
  readonly expiresAt: number
  /** What Adyen Web wants along with an action, beside the action itself. */
  readonly clientSide: { readonly clientKey: string | null; readonly environment: string }
}

/** What is kept while a payer is away. */
interface Waiting extends Pick<Asked, "capture" | "brand"> {
  readonly providerReference: string
  readonly expiresAt: number
  /** What Adyen wants handed back along with what the payer brings. */
  readonly paymentData: string | null
  /** What the payer was asked to do, should they come back without it, or null if too long. */
  readonly action: ProviderAction | null
}

/** What became of a charge that was just sent, or whose payer is back. */
export const outcomeOf = (answer: AdyenAnswer, asked: Asked): ChargeOutcome => {
  const providerReference = answer.pspReference ?? asked.reference
  if (answer.action != null) return payerAsked(answer, asked, providerReference)
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
      return { _tag: "Unknown", reason: `Adyen says ${answer.resultCode} of it.` }
  }
}

/** What was authorised is what Adyen says, in one place or the other. */
const approved = (
  answer: AdyenAnswer,
  { capture }: Asked,
  providerReference: string
): ChargeOutcome => {
  const data: AdditionalData = answer.additionalData ?? {}
  const { authorisedAmountValue: value, authorisedAmountCurrency: currency } = data
  const told = answer.amount ?? (value && currency ? { value: Number(value), currency } : null)
  return {
    _tag: "Approved",
    providerReference,
    captured: capture,
    ...fromAdyen(told),
    ...approvalIn(data)
  }
}

/** Why a charge was refused, by what Adyen says in an answer or a notification. */
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
 * What a card, or the request, is refused for before any issuer was asked. Throws what is the fault
 * of neither, and what is said to a charge that was sent before: whether Adyen looks at the details
 * before it looks at the idempotency key isn't known, so the first may have been charged.
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

/** The most that is kept while the payer is away, with room below what the port takes. */
const mostStateLength = 30_000

const payerAsked = (
  answer: AdyenAnswer,
  asked: Asked,
  providerReference: string
): ChargeOutcome => {
  const { capture, brand, expiresAt } = asked
  const action = actionOf(answer.action, asked)
  const paymentData = textIn(answer.action, "paymentData")
  const waiting: Waiting = { capture, brand, providerReference, expiresAt, paymentData, action }
  // What is too long to be kept: Adyen Web hands payment data back itself.
  const kept = [
    waiting,
    { ...waiting, action: null },
    { ...waiting, action: null, paymentData: null }
  ]
  const state = kept.map((each) => JSON.stringify(each)).find(isKept) ?? null
  return { _tag: "RequiresAction", providerReference, action, expiresAt, state }
}

const isKept = (text: string): boolean => text.length <= mostStateLength

/** A text of that name, or null where there is none. */
export const textIn = (value: unknown, name: string): string | null => {
  const text: unknown = Object(value)[name]
  return typeof text === "string" ? text : null
}

/** What a page sends a payer to with a GET; all else Adyen Web sees to. */
const actionOf = (action: unknown, { clientSide }: Asked): ProviderAction => {
  const url = textIn(action, "url")
  const isPage = textIn(action, "type") === "redirect" && textIn(action, "method") !== "POST"
  if (isPage && url !== null && url.length <= 2048) return { _tag: "Redirect", url }
  // It came as JSON, and goes on as that.
  const payload = JSON.parse(JSON.stringify({ action, ...clientSide }))
  return { _tag: "ClientSide", kind: "adyen", payload }
}

/** What was kept of a charge whose payer is back. */
export const waitingOf = ({ state, reference }: ResumeRequest): Waiting => {
  const kept: Partial<Waiting> = state === null ? {} : JSON.parse(state)
  return {
    capture: kept.capture ?? true,
    brand: kept.brand ?? null,
    providerReference: kept.providerReference ?? reference,
    expiresAt: kept.expiresAt ?? 0,
    paymentData: kept.paymentData ?? null,
    action: kept.action ?? null
  }
}

/** A payer who came back without having done anything is asked for the same again. */
export const askedAgain = (request: ResumeRequest): ChargeOutcome => {
  const { providerReference, action, expiresAt } = waitingOf(request)
  return action === null
    ? { _tag: "Unknown", reason: "The payer brought nothing that Adyen could be told." }
    : { _tag: "RequiresAction", providerReference, action, expiresAt, state: request.state }
}
