import { Schema } from "effect"
import { isBoundedJson, isSmallJson, passedOnBounds } from "../kernel/primitives/boundedJson.ts"
import { isStorable } from "../kernel/primitives/FreeText.ts"
import { Millis } from "../kernel/primitives/Timestamp.ts"

/**
 * The bounds of a provider's answers. Answers are stored and shown as long as their payment. An
 * answer that is larger than any provider's real ones is a fault on the way.
 */

/** An id or a name: at most 255 characters. */
export const Reference = Schema.String.check(Schema.isMaxLength(255), Schema.makeFilter(isStorable))

/** A text that is stored to be handed back: at most 32 KiB. */
export const KeptText = Schema.String.check(
  Schema.makeFilter((text) => isStorable(text) && isSmallJson(text, passedOnBounds))
)

/** JSON for a script on a page: at most 32 KiB and 20 levels. */
export const KeptJson = Schema.declare<Schema.Json>((value): value is Schema.Json =>
  isBoundedJson(value, passedOnBounds)
)

/** A time that a JavaScript date can express. */
export const Time = Millis.check(Schema.isBetween({ minimum: 0, maximum: 8_640_000_000_000_000 }))
