import { Schema } from "effect"
import { isBareCardNumber } from "../values/cardNumberGuard.ts"
import { refusedAs } from "../values/RefusalCode.ts"

/** What the encryption field made of a card. A bare card number in its place is refused. */
export const Ciphertext = Schema.String.check(
  Schema.makeFilter(
    (text: string) => !isBareCardNumber(text),
    refusedAs("card_number_not_allowed", "ciphertext, never a card number")
  )
)
