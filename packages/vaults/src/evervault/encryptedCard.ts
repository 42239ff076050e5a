import { fieldsIn } from "@payloom/core"
import { expiryOf } from "../cards/describeCard.ts"
import { inside, textIn } from "../service/askService.ts"

/**
 * A text that Evervault encrypted: `ev:`, parts of base64 with colons between them, and `:$` at the
 * end.
 */
const sealed = /^ev:(?:[A-Za-z0-9+/=_-]{1,512}:){2,8}\$$/

/** Finds encrypted texts in other texts. */
export const anySealed = /ev:(?:[A-Za-z0-9+/=_-]+:)+\$/g

/** A card as Evervault's card component encrypts it. */
export interface EncryptedCard {
  readonly number: string
  readonly code: string | null
  readonly expMonth: number
  readonly expYear: number
}

/** The longest text of the card component that is read, in characters. */
const mostCharacters = 4_096

/**
 * Reads the JSON of a card component's `card`, or of its whole values. Returns null if it is none.
 * A component that redacts the code has none.
 */
export const encryptedCardIn = (text: string): EncryptedCard | null => {
  const values = text.length > mostCharacters ? null : fieldsIn(text)
  if (values === null) return null
  const card = "card" in values ? inside(values, "card") : values
  const { month, year } = inside(card, "expiry")
  const expiry = expiryOf(month, year)
  const number = sealedIn(textIn(card, "number"))
  if (expiry === null || number === null) return null
  return { number, code: sealedIn(textIn(card, "cvc")), ...expiry }
}

/** Returns a text if Evervault encrypted it, or null. */
export const sealedIn = (text: string | null): string | null =>
  text !== null && sealed.test(text) ? text : null

/** The parts of a card's reference. */
export interface EvervaultCard {
  readonly number: string
  readonly expMonth: number
  readonly expYear: number
  readonly last4: string
}

/** Returns the reference of a card. Evervault stores nothing, so the reference is the card. */
export const referenceOf = ({ number, expMonth, expYear, last4 }: EvervaultCard): string =>
  `evervault_${last4}_${String(expMonth).padStart(2, "0")}_${expYear}_${number}`

/** Reads the reference of a card. Returns null for references of other vaults. */
export const cardIn = (vaultReference: string): EvervaultCard | null => {
  const [, last4 = "", month, year, number = ""] =
    /^evervault_(\d{4})_(\d\d)_(\d{4})_(ev:.+)$/.exec(vaultReference) ?? []
  const expiry = expiryOf(month, year)
  return expiry !== null && sealed.test(number) ? { number, last4, ...expiry } : null
}
