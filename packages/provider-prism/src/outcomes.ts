import {
  type ChargeOutcome,
  type ChargePending,
  classifyHttpFailure,
  type Fields,
  fieldsIn,
  type HttpFailure,
  type ModificationOutcome,
  type ProviderAction
} from "@payloom/core"
import type { ParsedAnswer, PayerPage, RawAnswer } from "./library/PrismLibrary.ts"
import type { Asked, Charged, Processor, Refused } from "./Processor.ts"
import { unknown } from "./unknown.ts"

type Reader = Pick<
  Processor<never>,
  "title" | "charged" | "refused" | "chargeOutcome" | "declines" | "asksPayers" | "apms"
>

/** The library's states of a charge that was approved. */
const approvedStates: ReadonlySet<string | null> = new Set([
  "AUTHORIZED",
  "CHARGED",
  "PARTIALLY_AUTHORIZED",
  "PARTIAL_CHARGED",
  "PARTIAL_CHARGED_AND_CHARGEABLE",
  "CAPTURE_INITIATED"
])

const declinedStates: ReadonlySet<string | null> = new Set([
  "FAILURE",
  "AUTHORIZATION_FAILED",
  "AUTHENTICATION_FAILED",
  "ROUTER_DECLINED",
  "VOIDED",
  "EXPIRED"
])

const waitingStates: ReadonlySet<string | null> = new Set([
  "PENDING",
  "AUTHORIZING",
  "STARTED",
  "AUTHENTICATION_PENDING",
  "AUTHENTICATION_SUCCESSFUL",
  "CONFIRMATION_AWAITED"
])

/**
 * Returns the outcome of a charge. The library reads the state. The amount, the currency and the
 * processor's id come from the processor's own answer, or from a look-up by `complete`. `parsed` is
 * null if the library can't read the answer.
 */
export const chargeOutcomeOf = async (
  processor: Reader,
  answer: RawAnswer,
  parsed: ParsedAnswer | null,
  asked: Asked & {
    readonly expiresAt: number
    readonly complete: (body: Fields) => Promise<Charged | ChargePending | null>
  }
): Promise<ChargeOutcome> => {
  const own = processor.chargeOutcome?.(answer, parsed, asked)
  if (own != null) return own
  const failure = classifyHttpFailure(answer)
  if (failure !== null) return failure
  const body = fieldsIn(answer.body)
  if (parsed === null || body === null) {
    return unknown(`The answer of ${processor.title} can't be read.`)
  }
  if (answer.status >= 400) return rejected(processor, answer, parsed)
  const { status, page } = parsed
  const reference = parsed.transactionId
  if (page !== null && waitingStates.has(status)) {
    if (!processor.asksPayers && processor.apms === undefined) {
      return unknown(`${processor.title} asks for the payer, whom the library can't send there.`)
    }
    const providerReference = reference ?? asked.reference
    const { expiresAt } = asked
    return { _tag: "RequiresAction", providerReference, action: actionOf(page), expiresAt }
  }
  if (approvedStates.has(status)) {
    return approved(processor.charged(body, asked) ?? (await asked.complete(body)), asked)
  }
  if (declinedStates.has(status)) {
    return declined(processor.refused?.(body) ?? refusedIn(parsed), reference)
  }
  return waitingStates.has(status) && reference !== null
    ? { _tag: "Pending", providerReference: reference }
    : unknown(`${processor.title} answered in the state ${status}.`)
}

const approved = (charged: Charged | ChargePending | null, { capture }: Asked): ChargeOutcome => {
  if (charged === null) return unknown("The answer has no amount that can be read.")
  if ("_tag" in charged) return charged
  return {
    _tag: "Approved",
    providerReference: charged.providerReference,
    captured: charged.captured ?? capture,
    amount: charged.amount,
    currency: charged.currency,
    networkReference: charged.networkReference ?? null,
    authCode: charged.authCode ?? null,
    checks: charged.checks ?? null,
    ...(charged.holdsUntil == null ? {} : { holdsUntil: charged.holdsUntil })
  }
}

const declined = (refused: Refused | null, providerReference: string | null): ChargeOutcome =>
  refused === null
    ? unknown("The answer has a decline without a code.")
    : { _tag: "Declined", providerReference, ...refused }

const refusedIn = ({ error }: ParsedAnswer): Refused | null =>
  error === null || error.code === ""
    ? null
    : { rawCode: error.code, networkCode: error.networkCode, message: error.message || null }

/** A request that was rejected without being processed. */
const rejected = (
  { declines, title }: Reader,
  { status }: RawAnswer,
  { error, transactionId }: ParsedAnswer
): ChargeOutcome => {
  const rawCode = error?.code || `http_${status}`
  if (Object.hasOwn(declines.meanings, rawCode)) {
    const message = error?.message ?? null
    const networkCode = error?.networkCode ?? null
    return { _tag: "Declined", providerReference: transactionId, rawCode, networkCode, message }
  }
  const reason = error?.message || `${title} rejected the request with HTTP ${status}.`
  return { _tag: "AccountUnavailable", reason, rawCode }
}

/** Returns the payer's action. A form that has to be posted needs a script on the page. */
const actionOf = ({ url, method, fields }: PayerPage): ProviderAction => {
  if (method === "POST") {
    return { _tag: "ClientSide", kind: "form", payload: { url, fields: { ...fields } } }
  }
  const page = new URL(url)
  for (const [name, value] of Object.entries(fields)) page.searchParams.set(name, value)
  return { _tag: "Redirect", url: page.href }
}

const doneStates: ReadonlySet<string | null> = new Set([
  "CHARGED",
  "PARTIAL_CHARGED",
  "VOIDED",
  "REFUND_SUCCESS"
])

const openStates: ReadonlySet<string | null> = new Set([
  "PENDING",
  "CAPTURE_INITIATED",
  "VOID_INITIATED",
  "REFUND_PENDING",
  "REFUND_MANUAL_REVIEW"
])

/** Returns the outcome of a capture, void or refund by the library's state. */
export const modificationOutcomeOf = (
  answer: RawAnswer,
  parsed: ParsedAnswer | null,
  reference: string
): ModificationOutcome => {
  const failure = classifyHttpFailure(answer)
  if (failure !== null) return failure
  if (parsed === null) return unknown("The answer can't be read.")
  const { status, error } = parsed
  const providerReference = parsed.transactionId ?? reference
  if (answer.status < 400) {
    if (doneStates.has(status)) return { _tag: "Succeeded", providerReference }
    if (openStates.has(status)) return { _tag: "Pending", providerReference }
    if (error === null) return unknown(`The answer has the state ${status}.`)
    return { _tag: "Failed", rawCode: error.code || String(status) }
  }
  const rawCode = error?.code || `http_${answer.status}`
  return {
    _tag: "AccountUnavailable",
    reason: error?.message || rawCode,
    rawCode
  } satisfies HttpFailure
}
