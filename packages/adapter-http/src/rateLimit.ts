import type { EngineError } from "@payloom/core"
import { Effect } from "effect"
import type { Context } from "hono"
import { arrivalOf } from "./Arrival.ts"
import { responseTo } from "./errorResponses.ts"
import { RateLimited } from "./errors.ts"

/** What a rate limit is asked about. */
export interface RateLimitRequest {
  /**
   * `unauthenticated` is a request that is about to be refused since its key, its token or the
   * signature of its notification is not valid: the refusal is what the limit lets pass.
   */
  readonly surface: "merchant" | "payer" | "unauthenticated"
  /** Null where nobody is known to ask. */
  readonly tenant: string | null
  readonly mode: "test" | "live" | null
  /** Such as `createPayment`. */
  readonly operation: string
  /**
   * Where the request came from, as `clientAddress` says or the server knows; null where neither
   * does. Behind a proxy the server knows the proxy alone.
   */
  readonly address: string | null
}

/** Lets a request pass, or says after how many seconds to come again. */
export type RateLimit = (request: RateLimitRequest) => RateVerdict | Promise<RateVerdict>

/** Whether a request may pass now. */
export type RateVerdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly retryAfterSeconds: number }

/** The limit, and what it goes by. */
export interface RateLimitOptions {
  /** Off without one. */
  readonly rateLimit?: RateLimit
  /**
   * The address of who sent a request, for servers behind a proxy: out of the header that this
   * proxy writes, and no other can. Without it the address is that of the connection. Limits go by
   * it, and providers are told it of payers.
   */
  readonly clientAddress?: (request: Request) => string | null
}

/** What surfaces ask of a limit. */
export interface Limiter {
  /** Where a request came from, as far as anybody says; null where nobody does. */
  readonly addressOf: (context: Context) => string | null
  /** Fails where the request may not pass. */
  readonly pass: (
    context: Context,
    asked: Omit<RateLimitRequest, "address">
  ) => Effect.Effect<void, RateLimited>
  /** The same for who isn't let in; what broke on our side is nobody's attempt. */
  readonly letIn: <A>(
    context: Context,
    operation: string,
    authentication: Effect.Effect<A, EngineError>
  ) => Effect.Effect<A, EngineError | RateLimited>
}

/** A limit as surfaces ask it. */
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
    // Counters kept elsewhere are easily texts: a wrong type must not make a 500 of the 429.
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
