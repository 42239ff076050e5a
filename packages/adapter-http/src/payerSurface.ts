import {
  type ApiKeyMissing,
  ConfirmSession,
  checkoutResultCodec,
  type EngineError,
  type PayerCredentials,
  type PayerRequest,
  payerSessionCodec,
  type Services,
  SessionTokenMissing,
  type WireCodec
} from "@payloom/core"
import { Effect, Result, type Schema } from "effect"
import type { Context } from "hono"
import { OriginNotAllowed } from "./errors.ts"
import type { Limiter } from "./rateLimit.ts"
import { bodyReader } from "./readBody.ts"
import { apiKeyMissing } from "./readRequest.ts"
import { type Reply, replyToFailure } from "./reply.ts"

/** One operation of the payer surface: its session is the one that the token names. */
interface Definition<Body, A> {
  readonly name: string
  readonly summary: string
  readonly method: "GET" | "POST"
  readonly path: string
  readonly body?: Schema.Codec<Body, unknown>
  readonly output: WireCodec<A>
  readonly run: (
    payer: Services["payer"],
    credentials: PayerCredentials,
    body: Body,
    request: PayerRequest
  ) => Effect.Effect<A, EngineError>
}

/** An operation with its types sealed, so that all of them fit one table. */
export type PayerOperation = Definition<unknown, unknown>

const operation = <A, Body = undefined>(definition: Definition<Body, A>): PayerOperation =>
  definition as unknown as PayerOperation

/** Operations 36 to 38 of the spec. */
export const payerOperations: ReadonlyArray<PayerOperation> = [
  operation({
    name: "readSession",
    summary: "Read what the payer is to be shown",
    method: "GET",
    path: "/session",
    output: payerSessionCodec,
    run: (payer, credentials) => payer.read(credentials)
  }),
  operation({
    name: "confirmSession",
    summary: "Pay; a decline is an answer",
    method: "POST",
    path: "/session/confirm",
    body: ConfirmSession,
    output: checkoutResultCodec,
    run: (payer, credentials, body, request) => payer.confirm(credentials, body, request)
  }),
  operation({
    name: "sessionStatus",
    summary: "Read what became of the payment",
    method: "GET",
    path: "/session/status",
    output: checkoutResultCodec,
    run: (payer, credentials) => payer.status(credentials)
  })
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
 * Runs an operation for a payer's browser. Pages of the origin that the request was sent to, and of
 * the account's origins, may read the answer; pages of others get none. A request that no page sent
 * has no origin.
 */
export const payerRunner = (
  { payer }: Services,
  { name, body: schema, output, run }: PayerOperation,
  limiter: Limiter
) => {
  const readBody = bodyReader(schema)
  const answer = Effect.fnUntraced(function* (credentials: PayerCredentials, context: Context) {
    const { req } = context
    const seen: PayerRequest = {
      ip: limiter.addressOf(context),
      userAgent: req.header("user-agent") ?? null,
      acceptHeader: req.header("accept") ?? null
    }
    const result = yield* run(payer, credentials, yield* readBody(context), seen)
    return { status: 200, body: output.toBody(result) } satisfies Reply
  })
  const identify = Effect.fnUntraced(function* ({ headers }: Request) {
    const credentials = yield* Effect.fromResult(readPayer(headers))
    return { credentials, ...(yield* payer.identify(credentials)) }
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
 * The origin of the page that sent the request; null where that is this server's own, or no page
 * sent it. Browsers name the origin in a POST to their own server too.
 *
 * The URL's host is the `Host` header, which a sender may forge, but a page can't: browsers write
 * it and `Origin` by themselves, so another's page never makes them equal. Who forges both, or has
 * a name of their own resolve to this server, gets no further than by sending no origin at all:
 * key and token decide, and no cookie lends a page more. Behind a proxy that ends TLS the URL is
 * another than the page's; there the account's origins have to name it.
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
 * What a browser asks before it sends a request with a token. It can't know yet whose session it is
 * about, so any page may ask: whether it gets an answer is decided by the request itself.
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
