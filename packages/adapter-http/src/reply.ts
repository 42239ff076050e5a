import { causeText, type EngineError } from "@payloom/core"
import { Cause, Option } from "effect"
import type { Json } from "./bodyOf.ts"
import { errorBody, internalError, responseTo } from "./errorResponses.ts"
import type { HttpError } from "./errors.ts"

/** An answer, before it becomes a `Response`. */
export interface Reply {
  readonly status: number
  /** JSON, as text or in UTF-8. Null for no body. */
  readonly body: Json | ((requestId: string) => string) | null
  readonly headers?: Readonly<Record<string, string>>
  /** The reason of a 500 or 503, for the log. */
  readonly cause?: string
}

/** Returns the answer to a refused request or to a failure. */
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
