import { classifyHttpFailure, type HttpFailure } from "@payloom/core"
import Stripe from "stripe"
import { requestDeclines } from "./stripeDeclines.ts"

const { StripeError, StripeCardError, StripeConnectionError, StripeIdempotencyError } =
  Stripe.errors
const { StripeOAuthError } = Stripe.errors

/**
 * Returns the error of a declined card, or null for other errors. Its status 402 has other errors
 * too, such as that an account may not send card numbers.
 */
export const cardErrorIn = (thrown: unknown): Stripe.errors.StripeCardError | null =>
  thrown instanceof StripeCardError && (thrown.rawType === "card_error" || thrown.payment_intent)
    ? thrown
    : null

/**
 * Returns true if an answer has an error in Stripe's form, which always has a type. A gateway on
 * the way may answer with an error of another form. The SDK takes an error that is a text for one
 * of OAuth.
 */
const hasStripeForm = (error: Stripe.errors.StripeError): boolean =>
  error.rawType !== undefined && !(error instanceof StripeOAuthError)

/** Returns the error of a request that Stripe processed and refused, or null for other errors. */
export const objectionIn = (thrown: unknown): Stripe.errors.StripeError | null =>
  thrown instanceof StripeError &&
  hasStripeForm(thrown) &&
  !(thrown instanceof StripeIdempotencyError) &&
  [400, 402, 404].includes(thrown.statusCode ?? 0)
    ? thrown
    : null

/** The parameters that hold texts of the payer, of the order and of the merchant's page. */
const textParams = new RegExp(
  "^(?:payment_method_data\\[)?" +
    "(billing_details|description|metadata|shipping|amount_details|return_url)(?:[[\\]]|$)"
)

/**
 * Returns the code of a request that Stripe refused for its amount or for one of its texts, or null
 * if anything else is at fault. A statement descriptor is a setting of the account, so it isn't one
 * of these texts.
 */
export const requestErrorIn = (thrown: unknown): string | null => {
  const { statusCode, code, param, rawType } = objectionIn(thrown) ?? {}
  if (statusCode !== 400 || rawType !== "invalid_request_error") return null
  if (code !== undefined && Object.hasOwn(requestDeclines, code)) return code
  const [, text] = textParams.exec(param ?? "") ?? []
  return text === undefined ? null : `invalid_${text}`
}

/**
 * Returns the meaning of a call that failed. A request that Stripe didn't process moved no money. A
 * request whose key was used for another request, or is in use, may have moved money.
 */
export const failureIn = (thrown: unknown): HttpFailure => {
  if (!(thrown instanceof StripeError)) return unjudged(thrown)
  if (thrown instanceof StripeConnectionError) return unjudged(thrown.detail ?? thrown)
  const { message, statusCode = 0, code } = thrown
  // Another request holds the object for a moment. The account is fine.
  if (code === "lock_timeout" && statusCode === 429) return { _tag: "NotSent", reason: message }
  const failure = classifyHttpFailure(thrown)
  // An answer without an error of Stripe's says nothing about the outcome.
  const saysNothing = failure === null && (statusCode < 400 || !hasStripeForm(thrown))
  if (thrown instanceof StripeIdempotencyError || saysNothing) {
    return { _tag: "Unknown", reason: message }
  }
  return failure !== null && failure._tag !== "AccountUnavailable"
    ? failure
    : accountUnavailable(message, code || (failure?.rawCode ?? thrown.type))
}

/** Returns true if Stripe repeated the answer that it saved under the request's key. */
export const isRepeated = (thrown: unknown): boolean =>
  thrown instanceof StripeError && thrown.headers?.["idempotent-replayed"] === "true"

/** Returns the failure of an account that can't take the charge. */
export const accountUnavailable = (reason: string, rawCode: string): HttpFailure => ({
  _tag: "AccountUnavailable",
  reason,
  rawCode
})

const unjudged = (thrown: unknown): HttpFailure =>
  isFailure(thrown)
    ? thrown
    : (classifyHttpFailure(thrown) ?? { _tag: "Unknown", reason: String(thrown) })

const isFailure = (thrown: unknown): thrown is HttpFailure =>
  typeof thrown === "object" && thrown !== null && "_tag" in thrown

/**
 * Returns the meaning of a call that failed before a payment exists. No money moves, so only the
 * account can be at fault. An error about the card or the request stays as it is.
 */
export const beforeCharge = (thrown: unknown): unknown => {
  if (cardErrorIn(thrown) !== null || requestErrorIn(thrown) !== null) return thrown
  const failure = failureIn(thrown)
  return failure._tag === "Unknown" ? { _tag: "NotSent", reason: failure.reason } : failure
}

/**
 * Awaits a call of the SDK, and throws its failure as the failure's meaning. If Stripe doesn't know
 * the object, returns `absent()` if that is given.
 */
export const asked = async <A>(call: Promise<A>, absent?: () => A): Promise<A> => {
  try {
    return await call
  } catch (thrown) {
    const isAbsent = objectionIn(thrown)?.code === "resource_missing"
    if (isAbsent && absent !== undefined) return absent()
    throw failureIn(thrown)
  }
}
