import {
  type ApiKeyMissing,
  type PayerCredentials,
  type PayerIdentity,
  type PayerRequest,
  type Services,
  SessionTokenMissing
} from "@payloom/core"
import { Effect, Result } from "effect"
import type { Context } from "hono"
import { OriginNotAllowed } from "./errors.ts"
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

const readPayer = (
  headers: Headers
): Result.Result<PayerCredentials, ApiKeyMissing | SessionTokenMissing> => {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")
  const sessionToken = headers.get("session-token")
  if (bearer?.[1] === undefined) return Result.fail(apiKeyMissing("publishable", headers))
  if (sessionToken === null) return Result.fail(new SessionTokenMissing())
  return Result.succeed({ publishableKey: bearer[1], sessionToken })
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
    return { status: 200, body: output.toBody(result) } satisfies Reply
  })
  const identify = Effect.fnUntraced(function* ({ headers }: Request) {
    const credentials = yield* Effect.fromResult(readPayer(headers))
    const identity: PayerIdentity = yield* services[operation.service].identify(credentials)
    return { credentials, ...identity }
  })
  return Effect.fnUntraced(function* (context: Context) {
    const request = context.req
    const { credentials, scope, origins } = yield* limiter.letIn(
      context,
      name,
      identify(request.raw)
    )
    const limited = limiter.pass(context, { surface: "payer", ...scope, operation: name })
    const origin = foreignOrigin(request.raw)
    if (origin !== null && !origins.includes(origin)) {
      yield* limited
      return yield* new OriginNotAllowed()
    }
    const reply: Reply = yield* Effect.catchCause(
      Effect.andThen(limited, answer(credentials, context)),
      (cause) => Effect.succeed(replyToFailure(cause))
    )
    return { ...reply, headers: { ...reply.headers, ...readableBy(origin) } } satisfies Reply
  })
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

const readableBy = (origin: string | null): Readonly<Record<string, string>> => ({
  Vary: "Origin",
  ...(origin === null
    ? {}
    : {
        "Access-Control-Allow-Origin": origin,
        "Access-Control-Expose-Headers": "Request-Id, Retry-After"
      })
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
