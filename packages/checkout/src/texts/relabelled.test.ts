import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { relabelled } from "./relabelled.ts"
import { textsIn } from "./testing/textsIn.ts"

const en = textsIn("en")

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8")

/** The keys and texts in the README's table. */
const [, table = ""] = readme.split("| In English")
const listed = [...table.matchAll(/^\| `([a-z_]+)` +\| (.*?) +\|$/gm)].map(
  ([, key = "", text = ""]) => [key, text] as const
)

const spoken = (value: unknown): ReadonlyArray<unknown> => {
  if (typeof value === "function") return [value("€1.00", "day")]
  if (typeof value !== "object" || value === null) return [value]
  // Merchants can't change the texts about amounts and dates of charges.
  return Object.entries(value).flatMap(([name, said]) => (name === "terms" ? [] : spoken(said)))
}

const placeholderIn = (text: string): string => /\{\w+\}/.exec(text)?.[0] ?? ""

describe("a merchant's own texts", () => {
  it("replace the default texts by their keys, and no others", () => {
    const texts = relabelled(en, {
      card_number: "PAN",
      succeeded_title: "Hooray",
      declines_insufficient_funds: "Not enough",
      mistakes_security_code: "Look at the back"
    })
    expect(texts.card).toEqual({ ...en.card, number: "PAN" })
    expect(texts.succeeded).toEqual({ ...en.succeeded, title: "Hooray" })
    expect(texts.declines.insufficient_funds).toBe("Not enough")
    expect(texts.mistakes.securityCode).toBe("Look at the back")
    expect(texts.pay("€1.00")).toBe("Pay €1.00")
  })

  it("contain the amount and the merchant as they are written", () => {
    const texts = relabelled(en, {
      pay: "Send {amount}, just {amount}",
      subscribe: "Join",
      back: "Home to {merchant}"
    })
    expect(texts.pay("$&1")).toBe("Send $&1, just $&1")
    expect(texts.subscribe("€1.00")).toBe("Join")
    expect(texts.back("{amount} & Co")).toBe("Home to {amount} & Co")
  })

  it("can't change the language, the test mode, the attribution or the terms", () => {
    const fixed = {
      language: "xx",
      locale: "xx",
      direction: "rtl",
      test_mode: "Live",
      attribution: "Mine",
      every: "once",
      terms: "none",
      terms_later: "Then nothing.",
      terms_nothing_later: "Free"
    }
    const texts = relabelled(en, fixed)
    expect([texts.language, texts.locale, texts.direction]).toEqual(["en", "en", "ltr"])
    expect([texts.testMode, texts.attribution]).toEqual(["Test mode", "Powered by Payloom"])
    expect(texts.every(1, "day")).toBe("every day")
    expect(texts.terms).toEqual(en.terms)
  })

  it("with unknown keys change nothing", () => {
    const odd = { constructor: "x", proto: "x", card: "x", card_number_title: "x", nothing: "x" }
    expect(spoken(relabelled(en, odd))).toEqual(spoken(en))
  })

  it.each(listed)("can replace %s, %j, which is in the README", (key, text) => {
    expect(spoken(relabelled(en, { [key]: "Mine" }))).toContain("Mine")
    const usual = spoken(en).map((said) => String(said).replace("€1.00", placeholderIn(text)))
    expect(usual).toContain(text)
  })

  it("are all in the README", () => {
    expect(new Map(listed).size).toBe(spoken(en).length - 6)
  })
})
