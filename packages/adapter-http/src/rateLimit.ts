import type { EngineError } from "@payloom/core"
import { Effect } from "effect"
import type { Context } from "hono"
import { arrivalOf } from "./Arrival.ts"
import { responseTo } from "./errorResponses.ts"
import { RateLimited } from "./errors.ts"

/** The facts about a request that a rate limit decides on. */
export interface RateLimitRequest {
  /**
   * `unauthenticated` is a request whose key, token or signature is not valid. The limit decides if
   * the answer is that refusal or a 429.
   */
  readonly surface: "merchant" | "payer" | "unauthenticated"
  /** Null for an unauthenticated request. */
  readonly tenant: string | null
  readonly mode: "test" | "live" | null
  /** The operation's name, such as `createPayment`. */
  readonly operation: string
  /**
   * The client's address, from `clientAddress` or from the connection. Null if neither provides it.
   * Behind a proxy the connection has only the proxy's address.
   */
  readonly address: string | null
}

/** Decides if a request may pass. */
export type RateLimit = (request: RateLimitRequest) => RateVerdict | Promise<RateVerdict>

/**
 * The decision about a request. If it may not pass, the wait in seconds is sent as `Retry-After`.
 */
export type RateVerdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly retryAfterSeconds: number }

/** The options of rate limits and of clients' addresses. */
export interface RateLimitOptions {
  /** No rate limit by default. */
  readonly rateLimit?: RateLimit
  /**
   * Returns the client's address, for servers behind a proxy. Read it from a header that only this
   * proxy writes. By default it is the address of the connection. Rate limits use it, and providers
   * receive it with payments.
   */
  readonly clientAddress?: (request: Request) => string | null
}

/** The rate limit, as the surfaces use it. */
export interface Limiter {
  /** Returns the client's address. Null if it is unknown. */
  readonly addressOf: (context: Context) => string | null
  /** Fails if the request may not pass. */
  readonly pass: (
    context: Context,
    asked: Omit<RateLimitRequest, "address">
  ) => Effect.Effect<void, RateLimited>
  /**
   * Applies the limit to a request whose authentication failed. Failures of the engine don't count.
   */
  readonly letIn: <A>(
    context: Context,
    operation: string,
    authentication: Effect.Effect<A, EngineError>
  ) => Effect.Effect<A, EngineError | RateLimited>
}

/** Returns the rate limit for the surfaces. */
export const limiterOf = ({ rateLimit, clientAddress }: RateLimitOptions): Limiter => {
  const addressOf: Limiter["addressOf"] = (context) =>
    clientAddress?.(context.req.raw) ?? arrivalOf(context.env).address
  if (rateLimit === undefined) {
    return {
      addressOf,
      pass: () => Effect.void,
      letIn: (_context, _operation, authentication) => authentication
    }
  }
  const pass: Limiter["pass"] = Effect.fnUntraced(function* (context, asked) {
    const address = addressOf(context)
    const verdict = yield* Effect.promise(async () => rateLimit({ ...asked, address }))
    if (verdict.allowed) return
    // A counter in another store may return text, and a wrong type must not turn a 429 into a 500.
    return yield* new RateLimited({ retryAfterSeconds: Number(verdict.retryAfterSeconds) })
  })
  return {
    addressOf,
    pass,
    letIn: (context, operation, authentication) =>
      Effect.catch(authentication, (refused) =>
        isBroken(refused)
          ? Effect.fail(refused)
          : Effect.andThen(
              pass(context, { surface: "unauthenticated", tenant: null, mode: null, operation }),
              Effect.fail(refused)
            )
      )
  }
}

const isBroken = (error: EngineError): boolean => responseTo(error).status >= 500
