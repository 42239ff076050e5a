import { Result, Schema } from "effect"
import { type InvalidInput, parameterInvalid } from "../input/InvalidInput.ts"
import { holdsCardNumber } from "./cardNumberGuard.ts"
import { freeText, isStorable } from "./FreeText.ts"
import { refusedAs } from "./RefusalCode.ts"

const maxKeys = 50
const maxKeyLength = 40
const maxValueLength = 500

/**
 * The merchant's own data on a resource: at most 50 keys of at most 40 characters, with string
 * values of at most 500. It is stored and returned, and never interpreted.
 */
export interface Metadata {
  readonly [key: string]: string
}
export const Metadata = Schema.Record(Schema.String, freeText(maxValueLength)).check(
  Schema.isMaxProperties(maxKeys, refusedAs("parameter_invalid", `at most ${maxKeys} keys`)),
  Schema.makeFilter(
    (metadata: object) => Object.keys(metadata).every((key) => key.length <= maxKeyLength),
    refusedAs("parameter_invalid", `an object whose keys have at most ${maxKeyLength} characters`)
  ).abort(),
  Schema.makeFilter(
    (metadata) => Object.keys(metadata).every(isStorable),
    refusedAs("parameter_invalid", "an object whose keys hold no NUL and no lone surrogates")
  ),
  Schema.makeFilter(
    (metadata) => !Object.keys(metadata).some(holdsCardNumber),
    refusedAs("card_number_not_allowed", "an object whose keys hold no card number")
  )
)

/**
 * Merges an update into metadata. An empty value removes its key and absent keys stay. Refused if
 * more than 50 keys would be left.
 */
export const changedMetadata = (
  before: Metadata,
  changes: Metadata = {}
): Result.Result<Metadata, InvalidInput> => {
  const kept = Object.entries({ ...before, ...changes }).filter(
    ([key, value]) => value !== "" || !Object.hasOwn(changes, key)
  )
  return kept.length > maxKeys
    ? Result.fail(
        parameterInvalid(
          "metadata",
          `must have at most ${maxKeys} keys in all, but would have ${kept.length}`
        )
      )
    : Result.succeed(Object.fromEntries(kept))
}
