import { Schema } from "effect"
import { freeText } from "../../kernel/primitives/FreeText.ts"
import type { Named } from "../../kernel/primitives/Named.ts"
import { refusedAs } from "../../kernel/primitives/RefusalCode.ts"

/** The kind of an actor: a person, an API key, a command line, or a customer in the portal. */
export const ActorType = Schema.Literals(["user", "api_key", "command", "customer"])
export type ActorType = Named<typeof ActorType.Type>

/** Refuses control characters, so that an entry is one line in a log and on a page. */
const printable = Schema.makeFilter(
  (text: string) => !/\p{Cc}/u.test(text),
  refusedAs("parameter_invalid", "text without control characters")
)

const notEmpty = Schema.isMinLength(1, refusedAs("parameter_invalid", "at least 1 character"))

/** A text of one line, of 1 to `length` characters. */
export const line = (length: number) => freeText(length).check(notEmpty, printable)

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
