import type { EngineError, RawNotification } from "@payloom/core"
import { Effect } from "effect"
import type { Context } from "hono"
import type { Limiter } from "./rateLimit.ts"
import { readText } from "./readBody.ts"
import type { Reply } from "./reply.ts"

/** A provider may send a whole batch in one notification. */
const maxBytes = 1024 * 1024

const taken: Reply = { status: 200, body: '{"received":true}' }

/**
 * Receives notifications of providers and of the account updater, exactly as they were signed. A
 * notification without a valid signature, or for an unknown merchant account, is refused.
 */
export const notificationRunner = (
  operation: string,
  limiter: Limiter,
  receive: (id: string, raw: RawNotification) => Effect.Effect<unknown, EngineError>
) =>
  Effect.fnUntraced(function* (context: Context) {
    const headers = Object.fromEntries(context.req.raw.headers)
    const body = yield* readText(context, maxBytes)
    const receiving = receive(context.req.param("id") ?? "", { headers, body })
    yield* limiter.letIn(context, operation, receiving)
    return taken
  })
