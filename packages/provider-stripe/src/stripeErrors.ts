import { classifyHttpFailure, type HttpFailure } from "@payloom/core"
import Stripe from "stripe"
import { requestDeclines } from "./stripeDeclines.ts"

const { StripeError, StripeCardError, StripeConnectionError, StripeIdempotencyError } =
  Stripe.errors

/**
 * The error in which Stripe says that a card was declined; null where it is another. The status of
 * one has other errors too, such as of an account that may not send the numbers of cards.
 */
export const cardErrorIn = (thrown: unknown): Stripe.errors.StripeCardError | null =>
  thrown instanceof StripeCardError && (thrown.rawType === "card_error" || thrown.payment_intent)
    ? thrown
    : null

/**
 * The error in which Stripe says why it did not do what was asked of it, after it has looked into
 * that; null where it is another.
 */
export const objectionIn = (thrown: unknown): Stripe.errors.StripeError | null =>
  thrown instanceof StripeError &&
  !(thrown instanceof StripeIdempotencyError) &&
  [400, 402, 404].includes(thrown.statusCode ?? 0)
    ? thrown
    : null

/** The parameters that hold texts of the payer's and of the order's. */
const textParams = /^(?:payment_method_data\[)?(billing_details|description|metadata)(?:[[\]]|$)/

/**
 * Returns the code of a request that Stripe refused for its amount or for one of its texts; null if
 * anything else is at fault. A statement descriptor is a setting of the account, so it isn't one of
 * these texts.
 */
export const requestErrorIn = (thrown: unknown): string | null => {
  const { statusCode, code, param, rawType } = objectionIn(thrown) ?? {}
  if (statusCode !== 400 || rawType !== "invalid_request_error") return null
  if (code !== undefined && Object.hasOwn(requestDeclines, code)) return code
  const [, text] = textParams.exec(param ?? "") ?? []
  return text === undefined ? null : `invalid_${text}`
}

/**
 * What a call means that brought no object of Stripe's. A request that was not looked into moved
 * nothing. A key that was used for another request, or is in use, may have.
 */
export const failureIn = (thrown: unknown): HttpFailure => {
  if (!(thrown instanceof StripeError)) return unjudged(thrown)
  if (thrown instanceof StripeConnectionError) return unjudged(thrown.detail ?? thrown)
  const { message, statusCode = 0, code } = thrown
  const failure = classifyHttpFailure(thrown)
  // What came with the status of a success, or of a redirect, says nothing of what was asked
  const saysNothing = failure === null && statusCode < 400
  if (thrown instanceof StripeIdempotencyError || saysNothing) {
    return { _tag: "Unknown", reason: message }
  }
  return failure !== null && failure._tag !== "AccountUnavailable"
    ? failure
    : {
        _tag: "AccountUnavailable",
        reason: message,
        rawCode: code || (failure?.rawCode ?? thrown.type)
      }
}

const unjudged = (thrown: unknown): HttpFailure =>
  isFailure(thrown)
    ? thrown
    : (classifyHttpFailure(thrown) ?? { _tag: "Unknown", reason: String(thrown) })

const isFailure = (thrown: unknown): thrown is HttpFailure =>
  typeof thrown === "object" && thrown !== null && "_tag" in thrown

/**
 * Before a payment exists nothing moves, whatever breaks: only the account may be at fault. What is
 * the fault of the card or of the request stays the error that it is.
 */
export const beforeCharge = (thrown: unknown): unknown => {
  if (cardErrorIn(thrown) !== null || requestErrorIn(thrown) !== null) return thrown
  const failure = failureIn(thrown)
  return failure._tag === "Unknown" ? { _tag: "NotSent", reason: failure.reason } : failure
}

/**
 * The SDK's own call, whose failures are thrown as what they mean; where Stripe has no such thing,
 * `absent` says what that means, if anything.
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
