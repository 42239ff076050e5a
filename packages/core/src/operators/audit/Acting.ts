import { Context, Result, Schema } from "effect"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import type { InvalidInput } from "../../kernel/input/InvalidInput.ts"
import type { ApiKeyId } from "../../kernel/primitives/PublicId.ts"
import { Actor, line } from "../../platform/tenants/Actor.ts"

/** An actor, and the reason of the call. */
export interface Acting {
  /** The person or program that calls. */
  readonly actor: Actor
  /** The reason, in the actor's own words: 1 to 500 characters. */
  readonly reason?: string
  /** The id of the request, to find it in logs: 1 to 255 characters. */
  readonly request?: string
}
export const Acting = Schema.Struct({
  actor: Actor,
  reason: Schema.optionalKey(line(500)),
  request: Schema.optionalKey(line(255))
})

const check = inputChecker(Acting)

/** Actors that were made from the engine's own ids, which need no check. */
const ownIds = new WeakSet<Acting>()

/** Returns a request's API key as an actor. Both ids are the engine's own. */
export const apiKeyActing = (id: ApiKeyId, request: string): Acting => {
  const acting: Acting = { actor: { type: "api_key", id }, request }
  ownIds.add(acting)
  return acting
}

/** Refuses an actor that can't be recorded. */
export const checkActing = (acting: Acting): Result.Result<Acting, InvalidInput> =>
  ownIds.has(acting) ? Result.succeed(acting) : check(acting)

/**
 * The actor of the calls of a fiber. Each mutation that is called under it writes one row of the
 * audit log, in its own first commit. Null by default: then nothing is recorded.
 *
 * @example
 * const refunding = services.payments.refund(caller, id, {}, options)
 * Effect.provideService(refunding, ActingAs, { actor: { type: "user", id: "ada" } })
 */
export const ActingAs = Context.Reference<Acting | null>("@payloom/core/operators/audit/ActingAs", {
  defaultValue: () => null
})
