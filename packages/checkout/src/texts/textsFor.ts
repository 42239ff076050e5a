import { de } from "./de.ts"
import { en } from "./en.ts"
import { es } from "./es.ts"
import { fr } from "./fr.ts"
import { ja } from "./ja.ts"
import type { Texts } from "./Texts.ts"

const languages = new Map([en, de, fr, es, ja].map((texts) => [texts.language, texts]))

/** The locale to write amounts and dates in, beside these texts: the asked one, if they are its. */
export const localeOf = ({ language }: Texts, locale: string): string => {
  try {
    const [known = "en"] = Intl.getCanonicalLocales(locale)
    return known.split("-")[0] === language ? known : language
  } catch {
    // A tag's shape is all that merchants' locales are checked for.
    return language
  }
}

/** The texts of a locale's language, English where nobody has translated them. */
export const textsFor = (locale: string): Texts =>
  languages.get(locale.split("-")[0]?.toLowerCase() ?? "") ?? en
