import type { EngineError, Services } from "@payloom/core"
import { Effect } from "effect"
import type { HttpError } from "./errors.ts"
import { type Reply, replyToFailure } from "./reply.ts"

/** What became of a request, for logs: nothing in it is secret. */
export interface RequestLog {
  /** The `request_id` that the answer bears, `req_…`. */
  readonly requestId: string
  /** Such as `POST`. */
  readonly method: string
  /** The operation, or the path's shape where there is none. */
  readonly operation: string
  /** The HTTP status of the answer. */
  readonly status: number
  /** From the request's arrival to its answer, in milliseconds. */
  readonly durationMs: number
  /** Why it is a 500 or 503; never shown to the caller. */
  readonly cause?: string
}

/** What answers a request, or fails at it. */
export type Answering = Effect.Effect<Reply, EngineError | HttpError>

type OnRequest = ((log: RequestLog) => void) | undefined

/**
 * Runs what answers a request, under the request's id: whatever the engine logs meanwhile bears
 * it too. Gives every response the same few headers: none is to be kept by whoever passes it on,
 * nor taken for anything but what it says it is.
 */
export const responder =
  (services: Services, onRequest: OnRequest) =>
  async (
    { method }: { readonly method: string },
    operation: string,
    answering: Answering
  ): Promise<Response> => {
    const started = performance.now()
    const { requestId, reply } = await Effect.runPromise(numbered(services, answering))
    const { status, body, headers, cause } = reply
    tell(onRequest, {
      requestId,
      method,
      operation,
      status,
      // Rounded: sixteen digits in a row look like a card number to who searches logs for them.
      durationMs: Math.round((performance.now() - started) * 100) / 100,
      ...(cause === undefined ? {} : { cause })
    })
    return new Response(typeof body === "function" ? body(requestId) : body, {
      status,
      headers: {
        ...(body === null ? {} : { "Content-Type": "application/json; charset=utf-8" }),
        "Request-Id": requestId,
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
        ...headers
      }
    })
  }

/** A log that fails must not turn an answer into an error: by now the money has moved. */
const tell = (onRequest: OnRequest, log: RequestLog): void => {
  try {
    const told: unknown = onRequest?.(log)
    if (told instanceof Promise) told.catch(() => undefined)
  } catch {
    // Nobody is left to be told.
  }
}

const numbered = (services: Services, answering: Answering) =>
  Effect.flatMap(services.background.requestId(), (requestId) =>
    Effect.catchCause(Effect.annotateLogs(answering, { requestId }), (cause) =>
      Effect.succeed(replyToFailure(cause))
    ).pipe(Effect.map((reply) => ({ requestId, reply })))
  )
