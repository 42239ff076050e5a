import type { ChargeDetails } from "@payloom/core"
import { plainText } from "./plainText.ts"

/**
 * Returns the text for a statement: only characters that Adyen accepts, and at most 22, as banks
 * show. Returns null if nothing is left.
 */
export const sentStatement = (descriptor: string | null): string | null => {
  const plain = plainText(descriptor ?? "").replaceAll(/[^A-Za-z0-9 .,'_?+*/-]/g, " ")
  return plain.trim().slice(0, 22).trim() || null
}

/** Returns the metadata within Adyen's limits: 20 keys of 20 characters, with texts of 80. */
export const sentMetadata = (metadata: ChargeDetails["metadata"]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(metadata)
      .filter(([key, value]) => key.length <= 20 && value.length <= 80)
      .slice(0, 20)
  )

/** Returns a postal code within Adyen's limits: 5 characters in the US, and 10 elsewhere. */
export const sentPostalCode = (code: string | null, country: string | null): string | null =>
  code === null ? null : code.slice(0, country === "US" ? 5 : 10)

/**
 * Returns the code of a state or province in the US or Canada. Returns null for a name, because
 * Adyen takes only codes, and for other countries.
 */
export const sentState = (state: string | null, country: string | null): string | null =>
  (country === "US" || country === "CA") && state !== null && state.length <= 3 ? state : null
