import type { LoadLanguage } from "./LanguageTexts.ts"
import type { Language } from "./languages.ts"

/** A module for each language. Bundlers put each into a file of its own. */
const modules: Readonly<Record<Exclude<Language, "en">, () => Promise<string>>> = {
  ar: async () => (await import("./languages/ar.ts")).ar,
  cs: async () => (await import("./languages/cs.ts")).cs,
  da: async () => (await import("./languages/da.ts")).da,
  de: async () => (await import("./languages/de.ts")).de,
  es: async () => (await import("./languages/es.ts")).es,
  fi: async () => (await import("./languages/fi.ts")).fi,
  fr: async () => (await import("./languages/fr.ts")).fr,
  he: async () => (await import("./languages/he.ts")).he,
  it: async () => (await import("./languages/it.ts")).it,
  ja: async () => (await import("./languages/ja.ts")).ja,
  ko: async () => (await import("./languages/ko.ts")).ko,
  nb: async () => (await import("./languages/nb.ts")).nb,
  nl: async () => (await import("./languages/nl.ts")).nl,
  pl: async () => (await import("./languages/pl.ts")).pl,
  pt: async () => (await import("./languages/pt.ts")).pt,
  ru: async () => (await import("./languages/ru.ts")).ru,
  sv: async () => (await import("./languages/sv.ts")).sv,
  tr: async () => (await import("./languages/tr.ts")).tr,
  uk: async () => (await import("./languages/uk.ts")).uk,
  "zh-Hans": async () => (await import("./languages/zhHans.ts")).zhHans,
  "zh-Hant": async () => (await import("./languages/zhHant.ts")).zhHant
}

/** Loads a language as a module of its own. */
export const importLanguage: LoadLanguage = (language) => modules[language]()
