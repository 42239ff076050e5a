import transliterate from "@sindresorhus/transliterate"

/** Longer than any text that is made plain, so that nothing takes long. */
const mostRead = 500

/** What the library leaves as it is, or would shorten to a letter. */
const customReplacements: ReadonlyArray<[string, string]> = [
  ["\u2018", "'"],
  ["\u2019", "'"],
  ["\u20ac", "EUR"]
]

/**
 * Writes a text in Latin letters without accents, as statements have them: `Größe` is `Groesse`.
 * Signs that have no such form stay.
 */
export const plainText = (text: string): string =>
  transliterate(text.slice(0, mostRead).normalize("NFKC"), { customReplacements })
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
