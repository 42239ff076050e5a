import type { ErrorCode } from "./generated/api.ts"

/** The codes of errors that the client itself makes. */
export type ClientErrorCode =
  /** No usable answer came, in all tries. `outcome` says if a change may have been made. */
  | "no_answer"
  /** The answer is not one of Payloom's, such as a page of a proxy. */
  | "answer_malformed"

/** The parts of an error. */
export interface ErrorParts {
  readonly code: string
  readonly type: string
  readonly message: string
  readonly outcome: "refused" | "unknown"
  readonly status?: number | null
  readonly param?: string | null
  readonly requestId?: string | null
  readonly idempotencyKey?: string | null
  readonly retryAfterMs?: number | null
  readonly cause?: unknown
}

/**
 * A call that was refused or got no answer. A declined payment is no error: the payment's `status`
 * is `declined`.
 *
 * @example
 * try {
 *   await payloom.payments.refund(id, {}, { idempotencyKey: `refund-${order.id}` })
 * } catch (error) {
 *   if (!(error instanceof PayloomError)) throw error
 *   if (error.outcome === "unknown") await reviewLater(order, error)
 *   if (error.code === "payment_not_refundable") return "It was refunded before."
 * }
 */
export class PayloomError extends Error {
  override readonly name = "PayloomError"
  /** The code. Newer servers may have codes that this release doesn't know. */
  readonly code: ErrorCode | ClientErrorCode | (string & {})
  /** The type of the error, such as `invalid_request_error`. */
  readonly type: string
  /**
   * `refused` if nothing was changed, except what the error says. `unknown` if the change may have
   * been made: the message says how to find out.
   */
  readonly outcome: "refused" | "unknown"
  /** The HTTP status of the last answer. Null if none came. */
  readonly status: number | null
  /** The field that is wrong. Null if no field is at fault. */
  readonly param: string | null
  /** The id to quote to support, `req_…`. Null if no answer came. */
  readonly requestId: string | null
  /** The key of the change. Send the same call with this key to repeat it. Null for reads. */
  readonly idempotencyKey: string | null
  /** The time to wait before the next try, in milliseconds, if the server said one. */
  readonly retryAfterMs: number | null

  constructor(parts: ErrorParts) {
    super(parts.message, parts.cause === undefined ? {} : { cause: parts.cause })
    this.code = parts.code
    this.type = parts.type
    this.outcome = parts.outcome
    this.status = parts.status ?? null
    this.param = parts.param ?? null
    this.requestId = parts.requestId ?? null
    this.idempotencyKey = parts.idempotencyKey ?? null
    this.retryAfterMs = parts.retryAfterMs ?? null
  }
}
