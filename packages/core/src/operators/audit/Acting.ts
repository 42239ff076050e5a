import { Context, Schema } from "effect"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
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

/** Refuses an actor that can't be recorded. */
export const checkActing = inputChecker(Acting)

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
