import { DeclineAdvice, DeclineCode } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { textsFor } from "./textsFor.ts"

const languages = ["en", "de", "fr", "es", "ja"]

describe("the texts", () => {
  it.each([
    ["de", "de"],
    ["de-AT", "de"],
    ["FR-ca", "fr"],
    ["ja-JP-u-ca-japanese", "ja"],
    ["pt-BR", "en"],
    ["", "en"]
  ])("of %j are those of %s", (locale, language) => {
    expect(textsFor(locale).language).toBe(language)
  })

  it.each(languages)("in %s know every decline and every advice", (language) => {
    const { declines, advice } = textsFor(language)
    expect(Object.keys(declines).toSorted()).toEqual([...DeclineCode.literals].toSorted())
    expect(Object.keys(advice).toSorted()).toEqual([...DeclineAdvice.literals].toSorted())
  })

  it.each(languages)("in %s say how often is billed", (language) => {
    const { every } = textsFor(language)
    const said = (["day", "week", "month", "year"] as const).flatMap((unit) =>
      [1, 3].map((count) => every(count, unit))
    )
    expect(new Set(said).size).toBe(8)
    for (const text of said) expect(text).toMatch(/^[^%]+$/)
  })
})
