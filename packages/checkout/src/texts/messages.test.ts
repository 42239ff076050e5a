import { FluentResource } from "@fluent/bundle"
import { DeclineAdvice, DeclineCode } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { languageFiles } from "../languageFiles.ts"
import { cardLabels, cardTextsOf } from "./cardTexts.ts"
import { en } from "./languages/en.ts"
import { languages } from "./languages.ts"
import { textsIn } from "./testing/textsIn.ts"

type Pattern = FluentResource["body"][number]["value"]
type Parts = Exclude<Pattern, string | null>

const others = [...languageFiles]
const all: ReadonlyArray<readonly [string, string]> = [["en", en], ...others]

const patternsOf = (file: string): ReadonlyMap<string, Parts> =>
  new Map(
    new FluentResource(file).body.map(({ id, value }) => [
      id,
      typeof value === "string" || value === null ? [value ?? ""] : value
    ])
  )

const english = patternsOf(en)

/** Returns a pattern's parts with those of all its variants. */
const partsIn = (pattern: Pattern): Parts =>
  typeof pattern === "string" || pattern === null
    ? [pattern ?? ""]
    : pattern.flatMap((part) =>
        typeof part !== "string" && part.type === "select"
          ? [part, part.selector, ...part.variants.flatMap(({ value }) => partsIn(value))]
          : [part]
      )

const variablesIn = (pattern: Pattern): ReadonlyArray<string> => {
  const found = partsIn(pattern).flatMap((part) =>
    typeof part !== "string" && part.type === "var" ? [part.name] : []
  )
  return [...new Set(found)].toSorted()
}

const selectsIn = (pattern: Pattern) =>
  partsIn(pattern).flatMap((part) =>
    typeof part !== "string" && part.type === "select" ? [part] : []
  )

/** Messages that may be the same as in English: names, and words that both languages share. */
const sameAsEnglish: Readonly<Record<string, ReadonlyArray<string>>> = {
  da: ["instructions_reference"],
  de: ["details", "fields_name", "optional"],
  es: ["total", "amounts_subtotal"],
  fr: ["total"],
  nl: ["details"],
  pt: ["total", "amounts_subtotal"]
}

/** The script of a language's words. */
const scripts: Readonly<Record<string, RegExp>> = {
  ar: /\p{Script=Arabic}/u,
  he: /\p{Script=Hebrew}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  ko: /\p{Script=Hangul}/u,
  ru: /\p{Script=Cyrillic}/u,
  uk: /\p{Script=Cyrillic}/u,
  "zh-Hans": /\p{Script=Han}/u,
  "zh-Hant": /\p{Script=Han}/u
}

const wordsIn = (pattern: Pattern): string =>
  partsIn(pattern)
    .filter((part) => typeof part === "string")
    .join(" ")

/** Returns all texts that a payer can read, with values of each plural category. */
const spokenIn = (language: string): ReadonlyArray<string> => {
  const texts = textsIn(language)
  const later = { amount: "A", often: "O", from: "F" }
  const counts = [1, 2, 3, 5, 11, 21, 100, 1_000_000]
  const said = (value: unknown): ReadonlyArray<unknown> =>
    typeof value === "object" && value !== null ? Object.values(value).flatMap(said) : [value]
  return [
    ...said(texts).filter((value) => typeof value === "string"),
    ...[texts.pay, texts.subscribe, texts.startTrial, texts.payTo, texts.back].map((say) =>
      say("V")
    ),
    ...[texts.nextStep, texts.declinedBy, texts.terms.todayWithFee].map((say) => say("V")),
    ...[texts.optional, texts.mandates.debit, texts.mistakes.digits].map((say) => say("V")),
    texts.terms.later({ ...later, trial: null }),
    ...counts.flatMap((count) => [
      ...(["day", "week", "month", "year"] as const).map((unit) => texts.every(count, unit)),
      texts.terms.ends(count, "A"),
      texts.terms.later({ ...later, trial: { days: count, amount: null } }),
      texts.terms.later({ ...later, trial: { days: count, amount: "T" } })
    ])
  ]
}

it("every language but English has a file", () => {
  expect(all.map(([language]) => language).toSorted()).toEqual([...languages])
})

describe.each(all)("the messages in %s", (language, file) => {
  const patterns = patternsOf(file)

  it("are exactly those of English, each once, and all can be formatted", () => {
    const keys = [...file.matchAll(/^[a-z_]+(?= =)/gm)].map(([key]) => key)
    expect([...patterns.keys()].toSorted()).toEqual([...english.keys()].toSorted())
    expect(keys.toSorted()).toEqual([...patterns.keys()].toSorted())
  })

  it("have the variables of English", () => {
    for (const [key, pattern] of patterns) {
      expect([key, variablesIn(pattern)]).toEqual([key, variablesIn(english.get(key) ?? [])])
    }
  })

  it("have exactly the plural categories of the language", () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
    for (const [key, pattern] of patterns) {
      for (const { variants } of selectsIn(pattern)) {
        const categories = variants.flatMap(({ key: of }) => (of.type === "str" ? [of.value] : []))
        expect([key, categories.toSorted()]).toEqual([key, pluralCategories.toSorted()])
      }
    }
  })

  it("leave no variable and no syntax in a payer's text", () => {
    for (const text of spokenIn(language)) expect(text).not.toMatch(/[{}$*\n\\]|->|undefined|^$/)
  })

  it("differ for one and for several", () => {
    const { every, terms } = textsIn(language)
    const units = ["day", "week", "month", "year"] as const
    const said = units.flatMap((unit) => [1, 3, 5].map((count) => every(count, unit)))
    expect(new Set(said).size).toBe(12)
    expect(terms.ends(1, "A")).not.toBe(terms.ends(2, "A"))
  })
})

describe.each(others)("no text is English by accident in %s", (language, file) => {
  it("because no message is the same as in English", () => {
    const same = [...patternsOf(file)].filter(([key, pattern]) => {
      const [words, ofEnglish] = [wordsIn(pattern), wordsIn(english.get(key) ?? [])]
      return /\p{L}{2}/u.test(ofEnglish) && words === ofEnglish
    })
    expect(same.map(([key]) => key)).toEqual(sameAsEnglish[language] ?? [])
  })

  it("and every message has a word in the language's own script", () => {
    const script = scripts[language] ?? /\p{Script=Latin}/u
    const foreign = [...patternsOf(file)].filter(([, pattern]) => !script.test(wordsIn(pattern)))
    expect(foreign.map(([key]) => key)).toEqual([])
  })
})

it.each(languages)("in %s there is a text for every decline and every advice", (language) => {
  const { declines, advice } = textsIn(language)
  expect(Object.keys(declines).toSorted()).toEqual([...DeclineCode.literals].toSorted())
  expect(Object.keys(advice).toSorted()).toEqual([...DeclineAdvice.literals].toSorted())
})

it.each(languages)("in %s the card fields' frame has the texts of the page", (language) => {
  const texts = textsIn(language)
  const { card, mistakes, declines } = cardTextsOf(cardLabels(texts))
  expect(texts.card).toMatchObject(card)
  expect(texts.mistakes).toMatchObject(mistakes)
  expect(texts.declines).toMatchObject(declines)
})

it("the card fields' frame gets no English texts, because it has them", () => {
  expect(cardLabels(textsIn("en"))).toEqual({})
})
