import { Schema } from "effect"
import { isBoundedJson, isSmallJson, passedOnBounds } from "../kernel/primitives/boundedJson.ts"
import { isStorable } from "../kernel/primitives/FreeText.ts"
import { Millis } from "../kernel/primitives/Timestamp.ts"

/**
 * What a provider answers is stored, and shown for as long as the payment is. What is larger than
 * any provider's own is no answer of theirs, but something that went wrong in between.
 */

/** What somebody calls a thing: at most 255 characters. */
export const Reference = Schema.String.check(Schema.isMaxLength(255), Schema.makeFilter(isStorable))

/** What is kept to be handed back: at most 32 KiB. */
export const KeptText = Schema.String.check(
  Schema.makeFilter((text) => isStorable(text) && isSmallJson(text, passedOnBounds))
)

/** What is handed to somebody's script: at most 32 KiB of JSON, of 20 levels. */
export const KeptJson = Schema.declare<Schema.Json>((value): value is Schema.Json =>
  isBoundedJson(value, passedOnBounds)
)

/** A time that there is a date of. */
export const Time = Millis.check(Schema.isBetween({ minimum: 0, maximum: 8_640_000_000_000_000 }))
