/** The languages of a payer's page, as BCP 47 tags. */
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

/** One of the languages of a payer's page. */
export type Language = (typeof languages)[number]

/** Norwegian without a written form, and Nynorsk, which has no texts here. */
const sameTexts: ReadonlyMap<string, Language> = new Map([
  ["no", "nb"],
  ["nn", "nb"]
])

const rightToLeft: ReadonlyArray<Language> = ["ar", "he"]

/**
 * Returns the language for a locale. Chinese has two scripts, which tags such as `zh-TW` imply.
 * Returns English for languages without texts.
 */
export const languageFor = (locale: string): Language => {
  const [language, script] = partsOf(locale)
  const known = sameTexts.get(language) ?? language
  return languages.find((tag) => tag === known || tag === `${known}-${script}`) ?? "en"
}

/** Returns the locale of amounts and dates: the given one if it is of the language. */
export const localeIn = (language: Language, locale: string): string => {
  try {
    const asked = new Intl.Locale(locale)
    return asked.language === new Intl.Locale(language).language ? asked.toString() : language
  } catch {
    return language
  }
}

/** Returns the direction in which a language is written, for the `dir` attribute. */
export const directionOf = (language: Language): "ltr" | "rtl" =>
  rightToLeft.includes(language) ? "rtl" : "ltr"

/**
 * Returns language and script. Only the shape of merchants' locales is checked, so they may be
 * invalid.
 */
const partsOf = (locale: string): readonly [string, string] => {
  try {
    const { language, script = "" } = new Intl.Locale(locale).maximize()
    return [language, script]
  } catch {
    return [locale.split("-")[0]?.toLowerCase() ?? "", ""]
  }
}
