import type { Services } from "@payloom/core"
import { Effect } from "effect"
import type { Context } from "hono"
import { arrivalOf } from "./Arrival.ts"
import type { SealedOperation } from "./Operation.ts"
import type { Limiter } from "./rateLimit.ts"
import { bodyReader } from "./readBody.ts"
import {
  authenticateMerchant,
  queryReader,
  readIdempotencyKey,
  serviceVersionOf
} from "./readRequest.ts"
import type { Reply } from "./reply.ts"

/**
 * Authenticates, decodes, runs and encodes one operation. The body is read only after the API key,
 * the rate limit and the headers are checked.
 */
export const merchantRunner = (
  services: Services,
  operation: SealedOperation,
  limiter: Limiter
) => {
  const { name } = operation
  const readBody = bodyReader(operation.body)
  const readQuery = operation.query === undefined ? null : queryReader(operation.query)
  return Effect.fnUntraced(function* (context: Context) {
    const { headers, url } = context.req.raw
    const scope = yield* limiter.letIn(context, name, authenticateMerchant(services, headers))
    yield* limiter.pass(context, { surface: "merchant", ...scope, operation: name })
    const caller = { scope, serviceVersion: yield* serviceVersionOf(services, scope, headers) }
    const { rawHeaders } = arrivalOf(context.env)
    const idempotencyKey = operation.isKeyed
      ? yield* Effect.fromResult(readIdempotencyKey(headers, rawHeaders))
      : ""
    const body = yield* readBody(context)
    const query =
      readQuery === null ? {} : yield* Effect.fromResult(readQuery(new URL(url).searchParams))
    const id = context.req.param("id") ?? ""
    const call = { caller, id, body, query, idempotencyKey }
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
