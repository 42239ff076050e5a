import { FluentResource } from "@fluent/bundle"
import { describe, expect, it } from "vitest"
import { portalLanguageFiles } from "../../languageFiles.ts"
import { languageFor, languages } from "../languages.ts"
import { portalTextsOf } from "../PortalTexts.ts"
import { en } from "./en.ts"

const others = [...portalLanguageFiles]
const all: ReadonlyArray<readonly [string, string]> = [["en", en], ...others]

type Pattern = FluentResource["body"][number]["value"]

const patternsOf = (file: string): ReadonlyMap<string, Pattern> =>
  new Map(new FluentResource(file).body.map(({ id, value }) => [id, value]))

const variablesIn = (pattern: Pattern): ReadonlyArray<string> =>
  typeof pattern === "string" || pattern === null
    ? []
    : pattern
        .flatMap((part) => (typeof part !== "string" && part.type === "var" ? [part.name] : []))
        .toSorted()

const wordsIn = (pattern: Pattern): string =>
  typeof pattern === "string" || pattern === null
    ? (pattern ?? "")
    : pattern.filter((part) => typeof part === "string").join(" ")

const english = patternsOf(en)

/** Messages that may be the same as in English, because both languages share the word. */
const sameAsEnglish: Readonly<Record<string, ReadonlyArray<string>>> = {
  de: [],
  da: [],
  nl: []
}

it("every language but English has a file for the portal", () => {
  expect(all.map(([language]) => language).toSorted()).toEqual([...languages])
})

describe.each(all)("the portal's messages in %s", (language, file) => {
  const patterns = patternsOf(file)

  it("are exactly those of English, each once, with the same variables", () => {
    const keys = [...file.matchAll(/^[a-z_]+(?= =)/gm)].map(([key]) => key)
    expect(keys).toEqual([...english.keys()])
    expect([...patterns.keys()]).toEqual(keys)
    for (const [key, pattern] of patterns) {
      expect([key, variablesIn(pattern)]).toEqual([key, variablesIn(english.get(key) ?? null)])
    }
  })

  it("leave no variable and no syntax in a customer's text", () => {
    const texts = portalTextsOf(languageFor(language), file, language)
    const said = Object.values(texts).flatMap((value) => {
      if (typeof value === "function") return [(value as (...given: string[]) => string)("V", "W")]
      return typeof value === "string" ? [value] : Object.values(value)
    })
    for (const text of said) expect(text).not.toMatch(/[{}$*\n\\]|->|undefined|^$/)
  })
})

describe.each(others)("in %s", (language, file) => {
  it("no message of the portal is English by accident", () => {
    const same = [...patternsOf(file)].filter(
      ([key, pattern]) => wordsIn(pattern) === wordsIn(english.get(key) ?? null)
    )
    expect(same.map(([key]) => key)).toEqual(sameAsEnglish[language] ?? [])
  })
})
