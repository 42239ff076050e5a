import { Schema } from "effect"
import { holdsCardNumber } from "./cardNumberGuard.ts"
import { refusedAs } from "./RefusalCode.ts"

/** Whether every store can hold the text: no NUL, no lone surrogate. */
export const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed()

/** Text that every store can hold: no NUL, no lone surrogate, no card number in it. */
const FreeText = Schema.String.check(
  Schema.makeFilter(
    isStorable,
    refusedAs("parameter_invalid", "text without NUL and without lone surrogates")
  ),
  Schema.makeFilter(
    (text: string) => !holdsCardNumber(text),
    refusedAs("card_number_not_allowed", "text that holds no card number")
  )
)

/** Free text of at most `length` UTF-16 units. */
export const freeText = (length: number) =>
  FreeText.check(
    Schema.isMaxLength(length, refusedAs("parameter_invalid", `at most ${length} characters`))
  )
