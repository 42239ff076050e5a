import { causeText, type EngineError } from "@payloom/core"
import { Cause, Effect, Option } from "effect"
import { type ErrorResponse, errorBody, httpRefusals, responseTo } from "./errorResponses.ts"
import { RateLimited } from "./rateLimit.ts"

/** What is sent back. */
export interface Reply {
  readonly status: number
  /** JSON; null for none. */
  readonly body: string | ((requestId: string) => string) | null
  readonly headers?: Readonly<Record<string, string>>
  /** Why it is a 500 or 503, for the log. */
  readonly cause?: string
}

/** The reply that tells a refusal. */
export const refusal = (response: ErrorResponse): Reply => ({
  status: response.status,
  body: (requestId) => JSON.stringify(errorBody(response, requestId)),
  ...(response.headers === undefined ? {} : { headers: response.headers })
})

/** Answers with a refusal. */
export const refuse = (response: ErrorResponse): Effect.Effect<Reply> =>
  Effect.succeed(refusal(response))

/** The reply to what the engine refused, or failed at. */
export const replyToFailure = (cause: Cause.Cause<EngineError | RateLimited>): Reply => {
  const error = Cause.findErrorOption(cause)
  const response = Option.isSome(error) ? refusedFor(error.value) : httpRefusals.internalError
  const isBroken = response.status >= 500
  return { ...refusal(response), ...(isBroken ? { cause: causeText(cause) } : {}) }
}

const refusedFor = (error: EngineError | RateLimited): ErrorResponse =>
  error instanceof RateLimited
    ? httpRefusals.rateLimited(error.retryAfterSeconds)
    : responseTo(error)
