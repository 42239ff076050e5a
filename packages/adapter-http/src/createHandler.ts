import type { Payloom, RawNotification, Services } from "@payloom/core"
import { Effect, Result } from "effect"
import { Hono, type HonoRequest } from "hono"
import { type ErrorResponse, httpRefusals } from "./errorResponses.ts"
import type { SealedOperation } from "./Operation.ts"
import { openApiDocument } from "./openApi.ts"
import { payerOperations, payerRunner, preflight } from "./payerSurface.ts"
import { bodyReader, readText } from "./readBody.ts"
import { queryReader, readCaller, readIdempotencyKey } from "./readRequest.ts"
import { type Reply, refusal, refuse } from "./reply.ts"
import { type RequestLog, responder } from "./responder.ts"
import { operations } from "./routes.ts"
import { together } from "./together.ts"

/** Lets a request pass, or says after how many seconds to come again. */
export type RateLimit = (request: {
  readonly tenant: string
  readonly mode: "test" | "live"
  readonly operation: string
}) => RateVerdict | Promise<RateVerdict>

/** Whether a request may pass now. */
export type RateVerdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly retryAfterSeconds: number }

/** What an embedder may add to the handler. */
export interface HandlerOptions {
  /** Off without one. */
  readonly rateLimit?: RateLimit
  readonly onRequest?: (log: RequestLog) => void
}

/** A web-standard handler. */
export type Handler = (request: Request) => Promise<Response>

/**
 * The merchant surface, provider notifications, `/openapi.json` and `/health` as one handler, for
 * any server that speaks `Request` and `Response`. Every path is served with a leading `/v1` too.
 *
 * @example
 * const handler = createHandler(payloom)
 * const response = await handler(new Request("http://localhost/health"))
 */
export const createHandler = (payloom: Payloom, options: HandlerOptions = {}): Handler => {
  const app = createApp(payloom, options)
  return async (request) => app.fetch(request)
}

/** The same as a Hono app, to mount in one's own. */
export const createApp = (payloom: Payloom, options: HandlerOptions = {}): Hono => {
  const { services } = payloom
  const app = new Hono()
  const answer = responder(services, options.onRequest)
  const document = JSON.stringify(openApiDocument())
  const arrivals = together()
  for (const prefix of ["", "/v1"]) {
    for (const operation of operations) {
      const run = operationRunner(services, operation, options)
      const path = prefix + honoPath(operation.path)
      app.on(operation.method, path, async (context) => {
        await arrivals()
        return answer(context.req, operation.name, run(context.req))
      })
    }
    for (const operation of payerOperations) {
      const run = payerRunner(services, operation)
      app.on(operation.method, prefix + operation.path, (context) =>
        answer(context.req, operation.name, run(context.req))
      )
      app.options(prefix + operation.path, (context) =>
        answer(context.req, "preflight", preflight(context.req))
      )
    }
    app.post(`${prefix}/providers/:id/notifications`, (context) =>
      answer(context.req, "receiveNotification", takeNotification(services, context.req))
    )
    app.post(`${prefix}/account_updater/notifications`, (context) =>
      answer(context.req, "receiveCardNews", takeCardNews(services, context.req))
    )
    app.get(`${prefix}/openapi.json`, (context) =>
      answer(context.req, "openApiDocument", Effect.succeed({ status: 200, body: document }))
    )
    app.get(`${prefix}/health`, (context) =>
      answer(context.req, "health", Effect.succeed({ status: 200, body: '{"status":"ok"}' }))
    )
    for (const [path, methods] of methodsByPath()) {
      app.all(prefix + path, (context) =>
        answer(context.req, "unknown", refuse(httpRefusals.methodNotAllowed(methods)))
      )
    }
  }
  app.notFound((context) => answer(context.req, "unknown", refuse(httpRefusals.routeNotFound)))
  app.onError((error, context) => answer(context.req, "unknown", Effect.die(error)))
  return app
}

const honoPath = (path: string): string => path.replace("{id}", ":id")

const methodsByPath = (): ReadonlyMap<string, ReadonlyArray<string>> => {
  const methods = new Map<string, ReadonlyArray<string>>([
    ["/providers/:id/notifications", ["POST"]],
    ["/account_updater/notifications", ["POST"]],
    ["/openapi.json", ["GET"]],
    ["/health", ["GET"]],
    ...payerOperations.map(({ path, method }) => [path, [method, "OPTIONS"]] as const)
  ])
  for (const { method, path } of operations) {
    methods.set(honoPath(path), [...(methods.get(honoPath(path)) ?? []), method])
  }
  return methods
}

/**
 * Authenticates, decodes, runs and encodes one operation. Who isn't let in, or sends no proper
 * headers, has no body read.
 */
const operationRunner = (
  services: Services,
  operation: SealedOperation,
  { rateLimit }: HandlerOptions
) => {
  const readBody = bodyReader(operation.body)
  const readQuery = operation.query === undefined ? null : queryReader(operation.query)
  return Effect.fnUntraced(function* (request: HonoRequest) {
    const { headers, url } = request.raw
    const caller = yield* readCaller(services, headers)
    if (rateLimit !== undefined) {
      const asked = { ...caller.scope, operation: operation.name }
      const pass = yield* Effect.promise(async () => rateLimit(asked))
      if (!pass.allowed) return refusal(httpRefusals.rateLimited(pass.retryAfterSeconds))
    }
    const idempotencyKey = operation.isKeyed
      ? yield* Effect.fromResult(readIdempotencyKey(headers))
      : ""
    const read = yield* readBody(request)
    if (Result.isFailure(read)) return refusal(read.failure)
    const query =
      readQuery === null ? {} : yield* Effect.fromResult(readQuery(new URL(url).searchParams))
    const id = request.param("id") ?? ""
    const call = { caller, id, body: read.success, query, idempotencyKey }
    const result = yield* operation.run(services, call)
    return success(operation, result)
  })
}

const success = ({ isKeyed, output }: SealedOperation, result: unknown): Reply => {
  if (!isKeyed) return { status: 200, body: output.toBody(result as never) }
  const answer = result as { readonly body: string; readonly replayed: boolean }
  return {
    status: 200,
    body: answer.body,
    ...(answer.replayed ? { headers: { "Idempotent-Replay": "true" } } : {})
  }
}

const taken: Reply = { status: 200, body: '{"received":true}' }

/** A request as whoever signed it sent it; what can't be read of it is refused. */
const rawNotification = (
  request: HonoRequest
): Effect.Effect<Result.Result<RawNotification, ErrorResponse>> => {
  const headers: Record<string, string> = {}
  request.raw.headers.forEach((value, name) => {
    headers[name.toLowerCase()] = value
  })
  return Effect.map(
    readText(request),
    Result.map((body) => ({ headers, body }))
  )
}

const takeNotification = Effect.fnUntraced(function* (
  { background }: Services,
  request: HonoRequest
) {
  const raw = yield* rawNotification(request)
  if (Result.isFailure(raw)) return refusal(raw.failure)
  yield* background.receiveNotification(request.param("id") ?? "", raw.success)
  return taken
})

const takeCardNews = Effect.fnUntraced(function* ({ background }: Services, request: HonoRequest) {
  const raw = yield* rawNotification(request)
  if (Result.isFailure(raw)) return refusal(raw.failure)
  yield* background.receiveCardNews(raw.success)
  return taken
})
