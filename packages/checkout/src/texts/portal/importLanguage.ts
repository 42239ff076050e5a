import type { LoadLanguage } from "../LanguageTexts.ts"
import type { Language } from "../languages.ts"

/** A module for each language. Bundlers put each into a file of its own. */
const modules: Readonly<Record<Exclude<Language, "en">, () => Promise<string>>> = {
  ar: async () => (await import("./ar.ts")).ar,
  cs: async () => (await import("./cs.ts")).cs,
  da: async () => (await import("./da.ts")).da,
  de: async () => (await import("./de.ts")).de,
  es: async () => (await import("./es.ts")).es,
  fi: async () => (await import("./fi.ts")).fi,
  fr: async () => (await import("./fr.ts")).fr,
  he: async () => (await import("./he.ts")).he,
  it: async () => (await import("./it.ts")).it,
  ja: async () => (await import("./ja.ts")).ja,
  ko: async () => (await import("./ko.ts")).ko,
  nb: async () => (await import("./nb.ts")).nb,
  nl: async () => (await import("./nl.ts")).nl,
  pl: async () => (await import("./pl.ts")).pl,
  pt: async () => (await import("./pt.ts")).pt,
  ru: async () => (await import("./ru.ts")).ru,
  sv: async () => (await import("./sv.ts")).sv,
  tr: async () => (await import("./tr.ts")).tr,
  uk: async () => (await import("./uk.ts")).uk,
  "zh-Hans": async () => (await import("./zhHans.ts")).zhHans,
  "zh-Hant": async () => (await import("./zhHant.ts")).zhHant
}

/** Loads the portal's texts of a language as a module of its own. */
export const importPortalLanguage: LoadLanguage = (language) => modules[language]()
