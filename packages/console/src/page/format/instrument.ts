import type { PaymentInstrument } from "@payloom/core"
import { named } from "./words.ts"

/** Returns a saved card or debit in words: `Visa •••• 4242`. */
export const instrumentLabel = (instrument: PaymentInstrument): string => {
  if (instrument.type === "card") {
    return `${named(instrument.card.brand)} •••• ${instrument.card.last4}`
  }
  const { type, last4 } = instrument.apm
  return last4 === null ? named(type) : `${named(type)} •••• ${last4}`
}
