import { Schema } from "effect"
import { withoutCardNumber } from "./FreeText.ts"
import { refusedAs } from "./RefusalCode.ts"

const isLanguageTag = (text: string): boolean =>
  text.length <= 35 && /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.test(text)

/** A BCP 47 language tag of at most 35 characters. */
export const Locale = Schema.String.check(
  Schema.makeFilter(isLanguageTag, refusedAs("parameter_invalid", "a BCP 47 language tag")).abort(),
  withoutCardNumber
)
