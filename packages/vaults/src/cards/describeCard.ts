import { createHmac } from "node:crypto"
import type { Scope, VaultedCard } from "@payloom/core"

/** The description of a card by a vault's service. Services leave out what they don't know. */
export interface ServiceCard {
  readonly last4: unknown
  readonly expMonth: unknown
  /** In two or four digits. */
  readonly expYear: unknown
  readonly brand: unknown
  readonly funding: unknown
  readonly country: unknown
  /** The same text for the same card number. */
  readonly fingerprint: string
}

/**
 * Returns the engine's description of a card. Returns null if the last four digits or the expiry
 * date are missing or impossible, because such a card can't be charged.
 */
export const describeCard = (
  { last4, expMonth, expYear, brand, funding, country, fingerprint }: ServiceCard,
  fingerprintKey: Uint8Array
): Omit<VaultedCard, "vaultReference"> | null => {
  const expiry = expiryOf(expMonth, expYear)
  if (expiry === null || !/^\d{4}$/.test(String(last4))) return null
  return {
    ...expiry,
    last4: String(last4),
    brand: brandIn(brand) ?? "unknown",
    funding: wordIn(funding) ?? "unknown",
    country: countryIn(country),
    fingerprint: fingerprintOf(fingerprint, fingerprintKey)
  }
}

/** Returns an expiry date with a year of four digits, or null if it is none. */
export const expiryOf = (
  month: unknown,
  year: unknown
): { readonly expMonth: number; readonly expYear: number } | null => {
  if (!/^(0?[1-9]|1[0-2])$/.test(String(month)) || !/^(\d{2}|2\d{3})$/.test(String(year))) {
    return null
  }
  const expYear = Number(year) < 100 ? 2000 + Number(year) : Number(year)
  return { expMonth: Number(month), expYear }
}

/** Returns the engine's name of a brand, or null if it is no word. */
export const brandIn = (brand: unknown): string | null => {
  const word = wordIn(brand)
  return word === null ? null : (brands.get(word) ?? word)
}

/** Names a scope in the service's metadata of a card. */
export const scopeName = ({ tenant, mode }: Scope): string => `${tenant}/${mode}`

/** The country of cards whose issuer is unknown. ISO 3166-1 reserves it for private use. */
const unknownCountry = "ZZ"

const countryIn = (country: unknown): string =>
  typeof country === "string" && /^[A-Za-z]{2}$/.test(country)
    ? country.toUpperCase()
    : unknownCountry

/** Returns a short word in lower case, or null for everything else. */
const wordIn = (value: unknown): string | null =>
  typeof value === "string" && /^[A-Za-z][A-Za-z _-]{1,31}$/.test(value)
    ? value.toLowerCase().replaceAll(/[ -]/g, "_")
    : null

/** The engine's names of brands that the services name otherwise. */
const brands: ReadonlyMap<string, string> = new Map([
  ["american_express", "amex"],
  ["diners_club", "diners"],
  ["master_card", "mastercard"],
  ["cartes_bancaires", "cartes_bancaires"]
])

const fingerprintOf = (fingerprint: string, key: Uint8Array): string =>
  `fp_${createHmac("sha256", key).update(fingerprint).digest("base64url").slice(0, 22)}`
