import { causeText, type EngineError } from "@payloom/core"
import { Cause, Option } from "effect"
import { errorBody, internalError, responseTo } from "./errorResponses.ts"
import type { HttpError } from "./errors.ts"

/** What is sent back. */
export interface Reply {
  readonly status: number
  /** JSON; null for none. */
  readonly body: string | ((requestId: string) => string) | null
  readonly headers?: Readonly<Record<string, string>>
  /** Why it is a 500 or 503, for the log. */
  readonly cause?: string
}

/** The reply to what was refused, or what broke. */
export const replyToFailure = (cause: Cause.Cause<EngineError | HttpError>): Reply => {
  const error = Cause.findErrorOption(cause)
  const response = Option.isSome(error) ? responseTo(error.value) : internalError
  const { status, headers } = response
  return {
    status,
    body: (requestId) => JSON.stringify(errorBody(response, requestId)),
    ...(headers === undefined ? {} : { headers }),
    ...(status >= 500 ? { cause: causeText(cause) } : {})
  }
}
