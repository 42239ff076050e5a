import { type EngineError, isEngineError } from "@payloom/core"
import { APIError } from "better-auth/api"

/** An error code of the plugin, with its message. */
export interface BillingError<Code extends string = string> {
  /** The code, for programs. */
  readonly code: Code
  /** The message, for people. */
  message: string
}

const codes = <const Messages extends Readonly<Record<string, string>>>(messages: Messages) =>
  Object.fromEntries(
    Object.entries(messages).map(([code, message]) => [code, { code, message }])
  ) as { readonly [Code in keyof Messages & string]: BillingError<Code> }

/** The error codes of the plugin, as better-auth returns them in `error.code`. */
export const BILLING_ERROR_CODES = codes({
  ACCOUNT_REQUIRED: "An anonymous user has no subscriptions: sign up first.",
  EMAIL_NOT_VERIFIED: "Verify your email address before you subscribe.",
  ORGANIZATIONS_DISABLED: "Organizations have no subscriptions here.",
  NOT_ALLOWED: "You may not do this for this organization.",
  PLAN_NOT_FOUND: "There is no such plan.",
  ALREADY_SUBSCRIBED: "There is a subscription already: cancel it before you start another one.",
  CHECKOUT_REPLACED: "Another checkout was opened at the same time: use that one.",
  PAYMENT_IN_PROGRESS: "A payment is in progress: wait for its result and try again.",
  SUBSCRIPTION_NOT_FOUND: "There is no such subscription.",
  SUBSCRIPTION_AMBIGUOUS: "There are several subscriptions: name one of them.",
  PORTAL_DISABLED: "There is no portal here.",
  PAUSES_DISABLED: "Subscriptions can't be paused here.",
  BILLING_UNAVAILABLE: "Billing is not available at the moment: try again later."
})

/** Returns the error of a code for a response with a status. */
export const refusal = (
  status: ConstructorParameters<typeof APIError>[0],
  { code, message }: BillingError
): APIError => new APIError(status, { code, message })

const unavailable: ReadonlySet<EngineError["_tag"]> = new Set([
  "EngineClosed",
  "StorageContention",
  "StorageUnavailable"
])

const upperSnake = (tag: string): string =>
  tag.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, "_").toUpperCase()

/**
 * Returns the response's error for an error of the engine. Its code is the engine's tag in
 * capitals, such as `SUBSCRIPTION_NOT_PAUSED`. Other errors are returned unchanged.
 */
export const toApiError = (error: unknown): unknown => {
  if (!isEngineError(error)) return error
  const { _tag: tag, message } = error
  if (unavailable.has(tag)) {
    return refusal("SERVICE_UNAVAILABLE", BILLING_ERROR_CODES.BILLING_UNAVAILABLE)
  }
  const body = { code: upperSnake(tag), message }
  if (tag === "InvalidInput") return new APIError("BAD_REQUEST", body)
  return new APIError(tag === "ResourceNotFound" ? "NOT_FOUND" : "CONFLICT", body)
}

/** Runs calls of the engine. Their errors become those of a response. */
export const answering = async <A>(run: () => Promise<A>): Promise<A> => {
  try {
    return await run()
  } catch (error) {
    throw toApiError(error)
  }
}
