import transliterate from "@sindresorhus/transliterate"

/** Texts are cut to this length first, so that a long text takes no long time. */
const mostRead = 500

/** Characters that the library would leave as they are, or shorten to one letter. */
const customReplacements: ReadonlyArray<[string, string]> = [
  ["\u2018", "'"],
  ["\u2019", "'"],
  ["\u20ac", "EUR"]
]

/**
 * Writes a text in Latin letters without accents, as statements need it: `Größe` becomes `Groesse`.
 * Characters without such a form stay.
 */
export const plainText = (text: string): string =>
  transliterate(text.slice(0, mostRead).normalize("NFKC"), { customReplacements })
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
