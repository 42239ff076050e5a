import type { EngineError, Services } from "@payloom/core"
import { Effect } from "effect"
import { sentJson } from "./bodyOf.ts"
import type { HttpError } from "./errors.ts"
import { type Reply, replyToFailure } from "./reply.ts"
import { inRequestSpan } from "./requestSpan.ts"

/** The result of a request, for logs. It contains no secrets. */
export interface RequestLog {
  /** The `request_id` of the answer, `req_…`. */
  readonly requestId: string
  /** The HTTP method, such as `POST`. */
  readonly method: string
  /** The operation's name, such as `createPayment`. `unknown` if no route matched. */
  readonly operation: string
  /** The HTTP status of the answer. */
  readonly status: number
  /** The time from the request's arrival to its answer, in milliseconds. */
  readonly durationMs: number
  /** The reason of a 500 or 503. It is never shown to the caller. */
  readonly cause?: string
}

/** The effect that answers a request. */
export type Answering = Effect.Effect<Reply, EngineError | HttpError>

/** Returns the effect that answers a request under its id, `req_…`. */
export type AnswerUnder = (requestId: string) => Answering
/** A request. A request that could not be read has only a method. */
interface Asked {
  readonly method: string
  readonly url?: string
  readonly raw?: Request
}

/** The route of a request. */
export interface Matched {
  /** The name of the operation. `unknown` if no route matched. */
  readonly operation: string
  /** The pattern of the path. Null if no route matched. */
  readonly route: string | null
  /** True if the request needs a merchant's key. */
  readonly isOfMerchant?: boolean
}

/** A request that no route matched. */
export const unmatched: Matched = { operation: "unknown", route: null }

type OnRequest = ((log: RequestLog) => void) | undefined

/**
 * Answers a request under a new request id. The engine's log entries have that id too. Every
 * response gets headers that forbid caching and guessing the content type.
 */
export const responder =
  (services: Services, onRequest: OnRequest) =>
  async (
    { method, url, raw }: Asked,
    { operation, route, isOfMerchant = false }: Matched,
    answer: AnswerUnder
  ): Promise<Response> => {
    const started = performance.now()
    const isTraced = isOfMerchant && services.telemetry !== undefined
    const ofMerchant = (name: string) => (isTraced ? (raw?.headers.get(name) ?? null) : null)
    const [traceparent, tracestate] = [ofMerchant("traceparent"), ofMerchant("tracestate")]
    const seen = { method, url: url ?? "", operation, route, traceparent, tracestate }
    const answered = inRequestSpan(services, seen, numbered(services, answer))
    const { requestId, reply } = await Effect.runPromise(answered)
    const { status, body, headers, cause } = reply
    tell(onRequest, {
      requestId,
      method,
      operation,
      status,
      // Rounded, because a search for card numbers in logs finds sixteen digits in a row.
      durationMs: Math.round((performance.now() - started) * 100) / 100,
      ...(cause === undefined ? {} : { cause })
    })
    const json = typeof body === "function" ? body(requestId) : body
    const sent = json === null ? null : sentJson(json)
    return new Response(sent?.body ?? null, {
      status,
      headers: {
        ...(sent === null ? {} : { "Content-Type": "application/json; charset=utf-8" }),
        "Request-Id": requestId,
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
        ...sent?.headers,
        ...headers
      }
    })
  }

/** A hook that throws must not turn an answer into an error, because the money has moved. */
const tell = (onRequest: OnRequest, log: RequestLog): void => {
  try {
    const told: unknown = (onRequest ?? logFault)(log)
    if (told instanceof Promise) told.catch(() => undefined)
  } catch {
    // A failed log has nowhere to be reported.
  }
}

/** The answer of 500 hides its cause. So the operator finds the cause by the request's id. */
const logFault = ({ method, operation, status, requestId, cause }: RequestLog): void => {
  if (status !== 500) return
  const request = `${method} ${operation} (${requestId})`
  Effect.runSync(Effect.logError(`The handler answered ${request} with 500.`, cause))
}

const numbered = (services: Services, answer: AnswerUnder) =>
  Effect.flatMap(services.background.requestId(), (requestId) =>
    Effect.catchCause(Effect.annotateLogs(answer(requestId), { requestId }), (cause) =>
      Effect.succeed(replyToFailure(cause))
    ).pipe(Effect.map((reply) => ({ requestId, reply })))
  )
