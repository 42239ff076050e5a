import { checkDigit } from "../sandbox/cardBrands.ts"
import type { CardDetails } from "../sandbox/cardField.ts"

/** Returns a card with a number of its own, which no test card has. */
export const numberedCard = (place: number): CardDetails => {
  const digits = `4999${String(place).padStart(11, "0")}`
  return { number: `${digits}${checkDigit(digits)}`, expMonth: 12, expYear: 2099, cvc: "123" }
}
