import { Schema } from "effect"
import { holdsCardNumber } from "./cardNumberGuard.ts"
import { isIban } from "./isIban.ts"
import { refusedAs } from "./RefusalCode.ts"

/** Returns true if every store can hold the text: it has no NUL and no lone surrogate. */
export const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed()

const storable = Schema.makeFilter(
  isStorable,
  refusedAs("parameter_invalid", "text without NUL and without lone surrogates")
)

/** A check that a text contains no card number. */
export const withoutCardNumber = Schema.makeFilter(
  (text: string) => !holdsCardNumber(text),
  refusedAs("card_number_not_allowed", "text that holds no card number")
)

/** A check that a text contains no card number. An IBAN may look like one. */
const withoutCardNumberExceptIban = Schema.makeFilter(
  (text: string) => isIban(text) || !holdsCardNumber(text),
  refusedAs("card_number_not_allowed", "text that holds no card number")
)

/** The number of a bank account, of at most `length` characters. Otherwise as {@link freeText}. */
export const bankAccountNumber = (length: number) =>
  limitedText(length).check(withoutCardNumberExceptIban)

const limitedText = (length: number) =>
  Schema.String.check(
    Schema.isMaxLength(
      length,
      refusedAs("parameter_invalid", `at most ${length} characters`)
    ).abort(),
    storable.abort()
  )

/**
 * Free text of at most `length` UTF-16 units that every store can hold. It must not contain a card
 * number. If a text is too long, its content is not checked.
 */
export const freeText = (length: number) => limitedText(length).check(withoutCardNumber)
