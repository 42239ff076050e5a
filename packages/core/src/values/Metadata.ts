import { Schema } from "effect"
import { holdsCardNumber } from "./cardNumberGuard.ts"
import { freeText, isStorable } from "./FreeText.ts"
import { refusedAs } from "./RefusalCode.ts"

const maxKeys = 50
const maxKeyLength = 40
const maxValueLength = 500

/**
 * The merchant's own notes on a resource: at most 50 keys of at most 40 characters, with string
 * values of at most 500. Stored and echoed, never interpreted.
 */
export const Metadata = Schema.Record(Schema.String, freeText(maxValueLength)).check(
  Schema.isMaxProperties(maxKeys, refusedAs("parameter_invalid", `at most ${maxKeys} keys`)),
  Schema.makeFilter(
    (metadata) => Object.keys(metadata).every((key) => key.length <= maxKeyLength),
    refusedAs("parameter_invalid", `keys of at most ${maxKeyLength} characters`)
  ),
  Schema.makeFilter(
    (metadata) => Object.keys(metadata).every(isStorable),
    refusedAs("parameter_invalid", "keys without NUL and without lone surrogates")
  ),
  Schema.makeFilter(
    (metadata) => !Object.keys(metadata).some(holdsCardNumber),
    refusedAs("card_number_not_allowed", "keys that hold no card number")
  )
)
export type Metadata = typeof Metadata.Type
