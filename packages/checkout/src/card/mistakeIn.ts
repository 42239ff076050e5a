import type { CardTexts } from "../texts/Texts.ts"
import type { CardField } from "./CardField.ts"
import { digitsOf, isCardNumber, isSecurityCode } from "./cardInput.ts"
import { isPast, readExpiry } from "./expiry.ts"

/** A mistake in a field, by the key of its text. */
export type CardMistake = keyof CardTexts["mistakes"]

/**
 * Returns the mistake in a field with this text, on a card of this brand, or null if there is none.
 */
export const mistakeIn = (
  field: CardField,
  text: string,
  brand: string,
  now: Date
): CardMistake | null => {
  switch (field) {
    case "number":
      return isCardNumber(digitsOf(text)) ? null : "number"
    case "expiry": {
      const expiry = readExpiry(text)
      if (expiry === null) return "expiry"
      return isPast(expiry, now) ? "expired" : null
    }
    case "securityCode":
      return isSecurityCode(digitsOf(text), brand) ? null : "securityCode"
  }
}
