import { describe, expect, it } from "vitest"
import { expiryText, readExpiry, typedExpiry } from "./expiry.ts"
import { beginsMonth, monthNames, monthOf } from "./monthNames.ts"

const languages =
  "ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nb nl pl pt ro ru " +
  "sk sl sr sv sw ta th tr uk ur vi zh zh-Hant"

/** Returns a month and its year as a language writes them. */
const styles = [
  { month: "long", year: "numeric" },
  { month: "short", year: "numeric" },
  { month: "2-digit", year: "numeric" },
  { month: "numeric", year: "numeric" }
] as const

const written = (language: string, style: (typeof styles)[number], month: number): string =>
  new Intl.DateTimeFormat(language, { ...style, calendar: "gregory", timeZone: "UTC" }).format(
    Date.UTC(2034, month - 1)
  )

describe("the months of a year", () => {
  it.each(languages.split(" "))("are read as %s writes them, pasted and typed", (language) => {
    const names = monthNames([language])
    for (const style of styles) {
      for (let month = 1; month <= 12; month++) {
        const text = written(language, style, month)
        const typed = [...text].reduce((before, key) => typedExpiry(before + key, names), "")
        for (const shown of [expiryText(text, names), expiryText(typed, names)]) {
          expect([text, readExpiry(shown)]).toEqual([text, { month, year: 2034 }])
        }
      }
    }
  })

  it("are also read in the languages of the browser", () => {
    const names = monthNames(["en", "de-CH", "fr"])
    expect(
      ["Dezember", "décembre", "December", "Dez.", "mai"].map((name) => monthOf(names, name))
    ).toEqual([12, 12, 12, 12, 5])
  })

  it("are those of the page's language if two languages share a name", () => {
    expect(monthOf(monthNames(["pl", "hr"]), "listopad")).toBe(11)
    expect(monthOf(monthNames(["hr", "pl"]), "listopad")).toBe(10)
    expect(monthOf(monthNames(["en", "hr", "pl"]), "listopad")).toBeNull()
    expect(monthOf(monthNames(["fi"]), "mar")).toBeNull()
  })

  it("need three letters, because fewer are words such as the Spanish de", () => {
    const names = monthNames(["es"])
    expect(["d", "de", "dic"].map((name) => monthOf(names, name))).toEqual([null, null, 12])
    expect(["d", "de", "dx"].map((name) => beginsMonth(names, name))).toEqual([true, true, false])
  })

  it("are English if a browser reports an unknown language", () => {
    for (const tag of ["en-US@posix", "C", "", "x-klingon"]) {
      expect([tag, monthOf(monthNames([tag, tag]), "Dec")]).toEqual([tag, 12])
    }
  })
})
