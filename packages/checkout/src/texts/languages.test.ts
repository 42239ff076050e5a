import { describe, expect, it } from "vitest"
import { directionOf, languageFor, languages, localeIn } from "./languages.ts"

/** Part of the platform, and not yet of TypeScript's library. */
interface WithTextInfo extends Intl.Locale {
  readonly getTextInfo?: () => { readonly direction: string }
  /** The earlier name, which Node 22 has. */
  readonly textInfo?: { readonly direction: string }
}

describe("the language for a locale", () => {
  it.each([
    ["de", "de"],
    ["de-AT", "de"],
    ["FR-ca", "fr"],
    ["ja-JP-u-ca-japanese", "ja"],
    ["pt-BR", "pt"],
    ["pt-PT", "pt"],
    ["iw", "he"],
    ["no", "nb"],
    ["nn-NO", "nb"],
    ["zh", "zh-Hans"],
    ["zh-CN", "zh-Hans"],
    ["zh-SG", "zh-Hans"],
    ["zh-TW", "zh-Hant"],
    ["zh-HK", "zh-Hant"],
    ["zh-Hans-TW", "zh-Hans"],
    ["de-a", "de"],
    ["hu", "en"],
    ["xx-a", "en"],
    ["*", "en"],
    ["", "en"]
  ])("%j is %s", (locale, language) => {
    expect(languageFor(locale)).toBe(language)
  })

  it("is the language itself for each language", () => {
    expect(languages.map(languageFor)).toEqual(languages)
  })
})

describe("amounts and dates", () => {
  it.each([
    ["de", "de-AT", "de-AT"],
    ["pt", "pt-PT", "pt-PT"],
    ["nb", "no", "nb"],
    ["nb", "nn", "nb"],
    ["zh-Hant", "zh-HK", "zh-HK"],
    ["he", "iw", "he"],
    ["en", "hu", "en"],
    ["de", "de-a", "de"]
  ] as const)("beside texts in %s for %s are written as in %s", (language, locale, shown) => {
    expect(localeIn(language, locale)).toBe(shown)
  })
})

it.each(languages)("%s is written in the direction that the platform knows", (language) => {
  const locale: WithTextInfo = new Intl.Locale(language)
  expect(directionOf(language)).toBe((locale.getTextInfo?.() ?? locale.textInfo)?.direction)
})
