import { Schema } from "effect"
import { isBareCardNumber } from "../../kernel/primitives/cardNumberGuard.ts"
import { refusedAs } from "../../kernel/primitives/RefusalCode.ts"

const maxLength = 16 * 1024

const sealed = `the text that the vault's card field made, of at most ${maxLength} characters`

/**
 * The ciphertext of a card from the encryption field: at most 16 KiB. A bare card number is
 * refused.
 */
export const Ciphertext = Schema.String.annotate({ expected: sealed }).check(
  Schema.isMaxLength(
    maxLength,
    refusedAs("parameter_invalid", `at most ${maxLength} characters`)
  ).abort(),
  Schema.makeFilter(
    (text: string) => !isBareCardNumber(text),
    refusedAs(
      "card_number_not_allowed",
      "the text that the vault's card field made, never a card number"
    )
  )
)
