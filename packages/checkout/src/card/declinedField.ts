import type { CardTexts } from "../texts/Texts.ts"
import type { CardField } from "./CardField.ts"

/** Declines that are about one field, by their codes. */
const fields: ReadonlyMap<string, CardField> = new Map([
  ["incorrect_cvc", "securityCode"],
  ["expired_card", "expiry"],
  ["invalid_card", "number"]
] as const)

/** The field that a decline is about, or null where it is about the whole card, or something else. */
export const declinedField = (code: string): CardField | null => fields.get(code) ?? null

/** Returns the text that a decline has for the field it is about. */
export const declineText = ({ declines }: CardTexts, code: string): string => declines[code] ?? ""
