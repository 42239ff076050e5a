import { Effect } from "effect"
import { currentMoment, Ids } from "../../kernel/ids/Moment.ts"
import { recordedCall } from "../../operators/audit/recordedCall.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import type { MutationOptions } from "../../platform/tenants/Caller.ts"
import type { Visit } from "../sessions/openVisit.ts"

/**
 * Runs a change that a customer wants. Its first commit also writes the entry of the audit log,
 * whose actor is the customer and whose request is the portal session.
 */
export const asCustomer = Effect.fnUntraced(function* <A, E, R>(
  { scope, session, customer }: Visit,
  { operation, subject }: { readonly operation: string; readonly subject: string },
  running: Effect.Effect<A, E, R>
) {
  const storage = yield* Storage
  const ids = yield* Ids
  return yield* recordedCall(
    running,
    { actor: { type: "customer", id: customer.id }, request: session.id },
    { operation, input: [{ scope }, subject], storage, ids }
  )
})

/**
 * Returns the options of a merchant's mutation. The key is new each time: the operations of the
 * portal are safe to repeat because a change that was made before is no change.
 */
export const onceMore = Effect.map(
  currentMoment,
  ({ id }): MutationOptions => ({ idempotencyKey: id("req") })
)
