import { Context, Schema } from "effect"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import { freeText } from "../../kernel/primitives/FreeText.ts"
import type { Named } from "../../kernel/primitives/Named.ts"
import { refusedAs } from "../../kernel/primitives/RefusalCode.ts"

/** The kind of an actor: a person, an API key, or a command line. */
export const ActorType = Schema.Literals(["user", "api_key", "command"])
export type ActorType = Named<typeof ActorType.Type>

/** Refuses control characters, so that an entry is one line in a log and on a page. */
const printable = Schema.makeFilter(
  (text: string) => !/\p{Cc}/u.test(text),
  refusedAs("parameter_invalid", "text without control characters")
)

const notEmpty = Schema.isMinLength(1, refusedAs("parameter_invalid", "at least 1 character"))

const line = (length: number) => freeText(length).check(notEmpty, printable)

/** Somebody who calls operations. */
export interface Actor {
  /** The kind of the actor. */
  readonly type: ActorType
  /** The host's own id of the actor, 1 to 255 characters. An API key has its id, `key_…`. */
  readonly id: string
  /** The name to show, 1 to 255 characters. */
  readonly name?: string
}
export const Actor = Schema.Struct({
  type: ActorType,
  id: line(255),
  name: Schema.optionalKey(line(255))
})

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
 * The actor of the calls of a fiber. Each mutation that is called under it writes one row of the audit
 * log, in its own first commit. Null by default: then nothing is recorded.
 *
 * @example
 * const refunding = services.payments.refund(caller, id, {}, options)
 * Effect.provideService(refunding, ActingAs, { actor: { type: "user", id: "ada" } })
 */
export const ActingAs = Context.Reference<Acting | null>("@payloom/core/operators/audit/ActingAs", {
  defaultValue: () => null
})
