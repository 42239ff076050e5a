import { type EngineError, NotificationNotAuthentic, type RawNotification } from "@payloom/core"
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
 * notification without a valid signature is refused. A notification to an unknown merchant account
 * is refused in the same way, so that nobody can find out which accounts exist.
 */
export const notificationRunner = (
  operation: string,
  limiter: Limiter,
  receive: (id: string, raw: RawNotification) => Effect.Effect<unknown, EngineError>
) =>
  Effect.fnUntraced(function* (context: Context) {
    const headers = Object.fromEntries(context.req.raw.headers)
    const body = yield* readText(context, maxBytes)
    const id = context.req.param("id") ?? ""
    const receiving = Effect.catchTag(receive(id, { headers, body }), "ResourceNotFound", () =>
      Effect.fail(new NotificationNotAuthentic({ mid: id }))
    )
    yield* limiter.letIn(context, operation, receiving)
    return taken
  })
