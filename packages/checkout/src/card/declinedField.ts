import type { CardTexts } from "../texts/Texts.ts"
import type { CardField } from "./CardField.ts"

/** The field that a decline is about, by the decline's code. */
const fields: ReadonlyMap<string, CardField> = new Map([
  ["incorrect_cvc", "securityCode"],
  ["expired_card", "expiry"],
  ["invalid_card", "number"]
] as const)

/** Returns the field that a decline is about, or null if it is not about one field. */
export const declinedField = (code: string): CardField | null => fields.get(code) ?? null

/** Returns the text that a decline has at its field. */
export const declineText = ({ declines }: CardTexts, code: string): string => declines[code] ?? ""
