/** The languages that a payer's page speaks, as BCP 47 tags. */
export const languages = [
  "ar",
  "cs",
  "da",
  "de",
  "en",
  "es",
  "fi",
  "fr",
  "he",
  "it",
  "ja",
  "ko",
  "nb",
  "nl",
  "pl",
  "pt",
  "ru",
  "sv",
  "tr",
  "uk",
  "zh-Hans",
  "zh-Hant"
] as const

/** One of the languages that a payer's page speaks. */
export type Language = (typeof languages)[number]

/** Norwegian without a written form, and the one that has no texts here. */
const sameTexts: ReadonlyMap<string, Language> = new Map([
  ["no", "nb"],
  ["nn", "nb"]
])

const rightToLeft: ReadonlyArray<Language> = ["ar", "he"]

/**
 * Returns the language for a locale: of its own language and, for Chinese, its own script, which
 * `zh-TW` and the like imply. English for languages without texts.
 */
export const languageFor = (locale: string): Language => {
  const [language, script] = partsOf(locale)
  const known = sameTexts.get(language) ?? language
  return languages.find((tag) => tag === known || tag === `${known}-${script}`) ?? "en"
}

/** Returns the locale to write amounts and dates in: the one asked for if it is of the language. */
export const localeIn = (language: Language, locale: string): string => {
  try {
    const asked = new Intl.Locale(locale)
    return asked.language === new Intl.Locale(language).language ? asked.toString() : language
  } catch {
    return language
  }
}

/** Returns the direction in which a language is written, as the `dir` attribute has it. */
export const directionOf = (language: Language): "ltr" | "rtl" =>
  rightToLeft.includes(language) ? "rtl" : "ltr"

/** Returns language and script. A tag's shape is all that merchants' locales are checked for. */
const partsOf = (locale: string): readonly [string, string] => {
  try {
    const { language, script = "" } = new Intl.Locale(locale).maximize()
    return [language, script]
  } catch {
    return [locale.split("-")[0]?.toLowerCase() ?? "", ""]
  }
}
