import { Schema } from "effect"
import { holdsCardNumber } from "./cardNumberGuard.ts"
import { refusedAs } from "./RefusalCode.ts"

/** Whether every store can hold the text: no NUL, no lone surrogate. */
export const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed()

const storable = Schema.makeFilter(
  isStorable,
  refusedAs("parameter_invalid", "text without NUL and without lone surrogates")
)

/** Holds for a text in which no card's number stands. */
export const withoutCardNumber = Schema.makeFilter(
  (text: string) => !holdsCardNumber(text),
  refusedAs("card_number_not_allowed", "text that holds no card number")
)

/**
 * Free text of at most `length` UTF-16 units that every store can hold, with no card's number in
 * it. What is too long is looked at no further.
 */
export const freeText = (length: number) =>
  Schema.String.check(
    Schema.isMaxLength(
      length,
      refusedAs("parameter_invalid", `at most ${length} characters`)
    ).abort(),
    storable.abort(),
    withoutCardNumber
  )
