import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { portalTextsOf } from "../PortalTexts.ts"
import type { Labels } from "../relabelled.ts"
import { labelsOf, relabelledPortal } from "./relabelledPortal.ts"

const en = portalTextsOf("en", "", "en")

const relabelled = (labels: Labels) => relabelledPortal(en, labels) ?? en

const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8")

/** The keys and texts in the README's second table. */
const [, , table = ""] = readme.split("| In English")
const listed = [...table.matchAll(/^\| `(portal_[a-z_]+)` +\| (.*?) +\|$/gm)].map(
  ([, key = "", text = ""]) => [key, text] as const
)

const spoken = (value: unknown): ReadonlyArray<unknown> => {
  if (typeof value === "function") return [value("€1.00", "day")]
  if (typeof value !== "object" || value === null) return [value]
  return Object.values(value).flatMap(spoken)
}

const placeholderIn = (text: string): string => /\{\w+\}/.exec(text)?.[0] ?? ""

describe("a merchant's own texts on the portal", () => {
  it("replace the default texts by their keys, and no others", () => {
    const texts = relabelled({
      portal_cards: "Your cards",
      portal_session_over_title: "Time is up",
      portal_pay: "Settle {amount}",
      cards: "not a key"
    })
    expect(texts.cards).toBe("Your cards")
    expect(texts.sessionOver).toEqual({ ...en.sessionOver, title: "Time is up" })
    expect(texts.pay("$&1")).toBe("Settle $&1")
    expect(texts.receipts).toBe(en.receipts)
  })

  it("can't change the language, or what is charged, when, and what follows from a choice", () => {
    const keys = ["language", "direction", "charging", "paused_text", "cancel_now", "pause_text"]
    const functions = ["next_charge", "ends_on", "overdue", "cancel_at_end", "default_move"]
    const all = [...keys, ...functions].map((key) => [`portal_${key}`, "Free of charge"])
    expect(spoken(relabelled(Object.fromEntries(all)))).toEqual(spoken(en))
  })

  it.each(listed)("can replace %s, %j, which is in the README", (key, text) => {
    expect(spoken(relabelled({ [key]: "Mine" }))).toContain("Mine")
    const usual = spoken(en).map((said) => String(said).replace("€1.00", placeholderIn(text)))
    expect(usual).toContain(text)
  })

  it("are all in the README", () => {
    const all = Object.fromEntries(listed.map(([key]) => [key, "Mine"]))
    expect(listed).toHaveLength(spoken(relabelled(all)).filter((said) => said === "Mine").length)
    expect(listed.length).toBeGreaterThan(40)
  })
})

describe("the texts of a language", () => {
  const look = {
    labels: { portal_cards: "Cards", portal_print: "On paper" },
    labels_by_locale: {
      de: { portal_cards: "Karten", portal_close: "Zu" },
      "de-AT": { portal_close: "Zumachen" },
      fr: { portal_cards: "Cartes" }
    }
  }

  it("win over those of all languages, key by key, and the closest language wins", () => {
    expect(labelsOf(look, "de-AT")).toEqual({
      portal_cards: "Karten",
      portal_print: "On paper",
      portal_close: "Zumachen"
    })
    expect(labelsOf(look, "de")).toMatchObject({ portal_cards: "Karten", portal_close: "Zu" })
    expect(labelsOf(look, "den")).toEqual(look.labels)
  })

  it("are none before the portal is loaded", () => {
    expect(labelsOf({}, "en")).toEqual({})
  })
})
