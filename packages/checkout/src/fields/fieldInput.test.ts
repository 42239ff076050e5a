import { describe, expect, it } from "vitest"
import { textsIn } from "../texts/testing/textsIn.ts"
import { countriesIn } from "./countries.ts"
import { inputOf, labelOf } from "./fieldInput.ts"

const names = [
  ...["name", "email", "phone", "document", "bank", "routing_number", "account_number", "code"],
  ...["line1", "postal_code", "city", "state", "country"].map((part) => `billing_address.${part}`)
]

describe("a field of an alternative method", () => {
  it.each(["en", "de", "ar", "ja"])("has a label in %s, whatever it is for", (language) => {
    const texts = textsIn(language)
    for (const name of names) {
      const label = labelOf(texts, { name, required: true }, false)
      expect(Object.values(texts.fields)).toContain(label)
    }
  })

  it("has a label by its form, or of the account's holder in a debit", () => {
    const en = textsIn("en")
    const required = true
    expect(labelOf(en, { name: "name", required, format: "full_name" }, false)).toBe(
      "First and last name"
    )
    expect(labelOf(en, { name: "name", required }, true)).toBe("Account holder")
    expect(labelOf(en, { name: "account_number", required, format: "iban" }, true)).toBe("IBAN")
    expect(labelOf(en, { name: "phone", required: false }, false)).toBe("Phone number (optional)")
  })

  it("opens a keyboard of digits for numbers, and of letters for an IBAN", () => {
    const keyboardOf = (name: string, format?: string) =>
      inputOf({ name, required: true, ...(format === undefined ? {} : { format }) }).inputmode
    expect(["account_number", "routing_number", "code"].map((name) => keyboardOf(name))).toEqual(
      Array(3).fill("numeric")
    )
    expect(keyboardOf("account_number", "iban")).toBe("text")
    expect([keyboardOf("email"), keyboardOf("phone")]).toEqual(["email", "tel"])
  })
})

describe("the countries", () => {
  it("are all of ISO 3166-1, by their names in the payer's language", () => {
    const german = countriesIn("de")
    expect(german).toHaveLength(249)
    expect(new Set(german.map(({ code }) => code)).size).toBe(249)
    expect(german.filter(({ code, name }) => code === name)).toEqual([])
    expect(german.at(0)).toEqual({ code: "AF", name: "Afghanistan" })
    expect(german.map(({ name }) => name).indexOf("Österreich")).toBeLessThan(
      german.map(({ name }) => name).indexOf("Polen")
    )
  })

  it("are only those of the method, if it has some", () => {
    expect(countriesIn("en", ["US", "AU"])).toEqual([
      { code: "AU", name: "Australia" },
      { code: "US", name: "United States" }
    ])
  })
})
