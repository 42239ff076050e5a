import {
  ActingAs,
  apiKeyActing,
  type Caller,
  type EngineError,
  type HttpRoute,
  isKeyed,
  ResourceNotFound,
  type Services,
  wireName
} from "@payloom/core"
import { Effect } from "effect"
import type { Context } from "hono"
import { arrivalOf } from "./Arrival.ts"
import { bodyOf } from "./bodyOf.ts"
import type { Limiter } from "./rateLimit.ts"
import { bodyReader, readNoFields } from "./readBody.ts"
import {
  authenticateMerchant,
  queryReader,
  readIdempotencyKey,
  serviceVersionOf
} from "./readRequest.ts"
import type { Reply } from "./reply.ts"

/**
 * Authenticates, decodes, runs and encodes one operation. The body is read only after the API key,
 * the rate limit and the headers are checked. A mutation acts as the API key.
 */
export const merchantRunner = (services: Services, route: HttpRoute, limiter: Limiter) => {
  const { name } = route
  const takesKey = isKeyed(route)
  const isMutation = route.method !== "GET"
  const run = operationOf(services, route)
  const readBody = isMutation && route.body === undefined ? readNoFields : bodyReader(route.body)
  const readQuery = route.query === undefined ? null : queryReader(route.query)
  return Effect.fnUntraced(function* (context: Context, requestId: string) {
    const { headers, url } = context.req.raw
    const identity = yield* limiter.letIn(context, name, authenticateMerchant(services, headers))
    const { scope } = identity
    yield* limiter.pass(context, { surface: "merchant", ...scope, operation: name })
    const caller = { scope, serviceVersion: yield* serviceVersionOf(services, scope, headers) }
    const { rawHeaders } = arrivalOf(context.env)
    const idempotencyKey = takesKey
      ? yield* Effect.fromResult(readIdempotencyKey(headers, rawHeaders))
      : ""
    const body = yield* readBody(context)
    const query =
      readQuery === null ? {} : yield* Effect.fromResult(readQuery(new URL(url).searchParams))
    const id = context.req.param("id") ?? ""
    const running = Effect.mapError(run({ caller, id, body, query, idempotencyKey }), (error) =>
      error._tag === "ResourceNotFound" && error.id !== id ? withField(error, body) : error
    )
    const result = yield* isMutation
      ? Effect.provideService(running, ActingAs, apiKeyActing(identity.id, requestId))
      : running
    return yield* success(route, result)
  })
}

/** Returns the error with the field of the body that has the unknown id. */
const withField = ({ object, id }: ResourceNotFound, body: unknown): ResourceNotFound => {
  const [field] = Object.entries(Object(body)).find(([, value]) => value === id) ?? []
  return new ResourceNotFound({ object, id, ...(field && { param: wireName(field) }) })
}

/** The parts of a request that an operation receives. */
interface Call {
  readonly caller: Caller
  readonly id: string
  readonly body: unknown
  readonly query: unknown
  readonly idempotencyKey: string
}

type Operation = (...input: ReadonlyArray<unknown>) => Effect.Effect<unknown, EngineError>

/** Returns the operation of a route, which takes what its route has, in this order. */
const operationOf = (services: Services, route: HttpRoute) => {
  const [service, name] = route.calls
  const operations = services[service as keyof Services] as unknown as Readonly<
    Record<string, Operation>
  >
  const run = operations[name] as Operation
  const takesId = route.path.includes("{id}")
  const takesKey = isKeyed(route)
  return ({ caller, id, body, query, idempotencyKey }: Call) =>
    run(
      caller,
      ...(takesId ? [id] : []),
      ...(route.body === undefined ? [] : [body]),
      ...(route.query === undefined ? [] : [query]),
      ...(takesKey ? [{ idempotencyKey }] : [])
    )
}

const success = (route: HttpRoute, result: unknown): Effect.Effect<Reply> => {
  if (!isKeyed(route)) {
    return Effect.map(bodyOf(route.output, result), (body) => ({ status: 200, body }))
  }
  const { body, replayed } = result as { readonly body: string; readonly replayed: boolean }
  const headers = replayed ? { headers: { "Idempotent-Replay": "true" } } : {}
  return Effect.succeed({ status: 200, body, ...headers })
}
