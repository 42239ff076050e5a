import {
  type ApiKeyMissing,
  type EngineError,
  type PayerCredentials,
  type PayerIdentity,
  type PayerRequest,
  type Services,
  SessionTokenMissing
} from "@payloom/core"
import { Cause, Effect, Result } from "effect"
import type { Context } from "hono"
import { bodyOf } from "./bodyOf.ts"
import { OriginNotAllowed, type RateLimited } from "./errors.ts"
import type { PayerOperation } from "./PayerOperation.ts"
import { payerOperations, portalOperations } from "./payerOperations.ts"
import type { Limiter } from "./rateLimit.ts"
import { bodyReader } from "./readBody.ts"
import { apiKeyMissing, queryReader } from "./readRequest.ts"
import { type Reply, replyToFailure } from "./reply.ts"

/** Returns the operations of the payer surface, none for an engine without checkout. */
export const payerOperationsOf = ({
  services
}: Services["parts"]): ReadonlyArray<PayerOperation> => [
  ...(services.payer === undefined ? [] : payerOperations),
  ...(services.portal === undefined ? [] : portalOperations)
]

/** Reads a payer's credentials. A missing token is read as an empty one, which no session has. */
const readPayer = (headers: Headers): Result.Result<PayerCredentials, ApiKeyMissing> => {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")
  const sessionToken = headers.get("session-token") ?? ""
  return bearer?.[1] === undefined
    ? Result.fail(apiKeyMissing("publishable", headers))
    : Result.succeed({ publishableKey: bearer[1], sessionToken })
}

/**
 * Runs an operation for a payer's browser. Pages from this server's origin and from the account's
 * origins may read the answer. Other pages are refused. A request without an origin was not sent by
 * a page.
 */
export const payerRunner = (services: Services, operation: PayerOperation, limiter: Limiter) => {
  const { name, body: schema, query, output, run } = operation
  const readBody = bodyReader(schema)
  const readQuery = query === undefined ? null : queryReader(query)
  const answer = Effect.fnUntraced(function* (credentials: PayerCredentials, context: Context) {
    const { req } = context
    const seen: PayerRequest = {
      ip: limiter.addressOf(context),
      userAgent: req.header("user-agent") ?? null,
      acceptHeader: req.header("accept") ?? null
    }
    const id = req.param("id") ?? ""
    const body = yield* readBody(context)
    const asked =
      readQuery === null ? {} : yield* Effect.fromResult(readQuery(new URL(req.url).searchParams))
    const result = yield* run(services, { credentials, id, body, query: asked, request: seen })
    return { status: 200, body: yield* bodyOf(output, result) } satisfies Reply
  })
  const identify = Effect.fnUntraced(function* ({ headers }: Request) {
    const credentials = yield* Effect.fromResult(readPayer(headers))
    const identity: PayerIdentity = yield* services[operation.service].identify(credentials)
    return { credentials, ...identity }
  })
  return Effect.fnUntraced(function* (context: Context) {
    const { raw } = context.req
    const origin = foreignOrigin(raw)
    const identified = yield* Effect.result(limiter.letIn(context, name, identify(raw)))
    if (Result.isFailure(identified)) return yield* unidentified(identified.failure, raw, origin)
    const { credentials, scope, origins } = identified.success
    const limited = limiter.pass(context, { surface: "payer", ...scope, operation: name })
    if (origin !== null && !origins.includes(origin)) {
      yield* limited
      return yield* new OriginNotAllowed()
    }
    const reply: Reply = yield* Effect.catchCause(
      Effect.andThen(limited, answer(credentials, context)),
      (cause) => Effect.succeed(replyToFailure(cause))
    )
    return readable(reply, origin)
  })
}

/**
 * Answers a request that was not authenticated. If its publishable key is right, the account's
 * pages can read that the token is not, such as after the end of the session.
 */
const unidentified = (
  error: EngineError | RateLimited,
  { headers }: Request,
  origin: string | null
): Effect.Effect<Reply, EngineError | RateLimited> => {
  if (error._tag !== "SessionTokenInvalid") return Effect.fail(error)
  const refusal = headers.has("session-token") ? error : new SessionTokenMissing()
  return origin !== null && error.origins?.includes(origin) === true
    ? Effect.succeed(readable(replyToFailure(Cause.fail(refusal)), origin))
    : Effect.fail(refusal)
}

/**
 * Returns the origin of the page that sent the request. Null if it is this server's own origin, or
 * if no page sent the request. Browsers send `Origin` with a POST to their own server too.
 *
 * The URL's host is the `Host` header. A program may forge it, but a page can't: browsers set it
 * and `Origin` themselves, so a foreign page never makes them equal. Forging both, or resolving a
 * foreign name to this server, gains no more than sending no origin: the key and the token decide,
 * and there is no cookie. Behind a proxy that ends TLS the URL differs from the page's URL. Then
 * the account's origins have to list the page's origin.
 */
const foreignOrigin = ({ headers, url }: Request): string | null => {
  const origin = headers.get("origin")
  return origin === new URL(url).origin ? null : origin
}

/** Lets the pages of an origin read a reply. Null for this server's own pages. */
const readable = (reply: Reply, origin: string | null): Reply => ({
  ...reply,
  headers: {
    ...reply.headers,
    Vary: "Origin",
    ...(origin === null
      ? {}
      : {
          "Access-Control-Allow-Origin": origin,
          "Access-Control-Expose-Headers": "Request-Id, Retry-After"
        })
  }
})

/**
 * Answers a browser's preflight. It has no token, so the session is unknown, and any origin may
 * ask. The request itself is checked.
 */
export const preflight = ({ req }: Context): Effect.Effect<Reply> =>
  Effect.succeed({
    status: 204,
    body: null,
    headers: {
      "Access-Control-Allow-Origin": req.header("origin") ?? "*",
      "Access-Control-Allow-Methods": "GET, POST",
      "Access-Control-Allow-Headers": "authorization, content-type, session-token",
      "Access-Control-Max-Age": "600",
      Vary: "Origin"
    }
  })
