import type { Fields } from "@payloom/core"
import { at, textOf } from "../../fields.ts"
import { isCryptogram } from "../fakeCards.ts"

/** Returns the number of a card or of a network token, or null if there is none. */
export const numberIn = ({ type, number, token, token_type }: Fields): string | null => {
  const isToken = type === "network_token" && (token_type === "vts" || token_type === "mdes")
  const digits = isToken ? token : type === "card" ? number : undefined
  return /^\d{12,19}$/.test(String(digits)) ? String(digits) : null
}

/**
 * Returns true if a network token has its cryptogram and ECI. They are optional if the payment
 * names an earlier one, without 3-D Secure.
 */
export const isProven = (body: Fields): boolean => {
  const { cryptogram, eci } = at(body, "source")
  const isOptional = textOf(body.previous_payment_id) !== null && at(body, "3ds").enabled !== true
  if (cryptogram === undefined && eci === undefined) return isOptional
  return isCryptogram(cryptogram) && /^0\d$/.test(String(eci))
}
