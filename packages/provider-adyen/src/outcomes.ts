import type { Types } from "@adyen/api-library"
import type { ChargeDeclined, ChargeOutcome, ProviderAction, ResumeRequest } from "@payloom/core"
import { rawCodeOf, refusalCodeOf } from "./adyenDeclines.ts"
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
  /** Until when a payer is waited for who is asked now, in milliseconds since the epoch. */
  readonly expiresAt: number
  /** What Adyen Web wants along with an action, beside the action itself. */
  readonly clientSide: { readonly clientKey: string | null; readonly environment: string }
}

/** What is kept while a payer is away. */
interface Waiting {
  readonly capture: boolean
  readonly providerReference: string
  readonly expiresAt: number
  /** What Adyen wants handed back along with what the payer brings. */
  readonly paymentData: string | null
  /** What the payer was asked to do, should they come back without it; null if too long. */
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
      return declined(answer, answer.resultCode)
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
  brand: string | undefined,
  data: AdditionalData
): Pick<ChargeDeclined, "rawCode" | "networkAdvice" | "message"> & {
  readonly networkCode: string | null
} => {
  const raw = data.refusalReasonRaw
  const networkCode = networkCodeIn(raw)
  const scheme = data.cardPaymentMethod ?? brand
  return {
    rawCode: rawCodeOf(code, networkCode),
    networkCode,
    networkAdvice: adviceOf(data.merchantAdviceCode, scheme, networkCode),
    message: [reason, raw].filter((text) => text !== undefined).join("; ") || null
  }
}

const declined = (answer: AdyenAnswer, resultCode: string): ChargeOutcome => {
  const { refusalReasonCode, refusalReason, additionalData, pspReference, paymentMethod } = answer
  const code =
    refusalReasonCode ?? (refusalReason === undefined ? resultCode : refusalCodeOf(refusalReason))
  return {
    _tag: "Declined",
    providerReference: pspReference ?? null,
    ...refusalIn(code, refusalReason, paymentMethod?.brand, additionalData ?? {})
  }
}

/** The most that is kept while the payer is away, with room below what the port takes. */
const mostStateLength = 30_000

const payerAsked = (
  answer: AdyenAnswer,
  asked: Asked,
  providerReference: string
): ChargeOutcome => {
  const { capture, expiresAt } = asked
  const action = actionOf(answer.action, asked)
  const paymentData = textIn(answer.action, "paymentData")
  const waiting: Waiting = { capture, providerReference, expiresAt, paymentData, action }
  const whole = JSON.stringify(waiting)
  const state =
    whole.length <= mostStateLength ? whole : JSON.stringify({ ...waiting, action: null })
  return { _tag: "RequiresAction", providerReference, action, expiresAt, state }
}

const textIn = (value: unknown, name: string): string | null => {
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
