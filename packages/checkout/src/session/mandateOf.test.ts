import { describe, expect, it } from "vitest"
import { languages } from "../texts/languages.ts"
import { textsIn } from "../texts/testing/textsIn.ts"
import { mandateOf } from "./mandateOf.ts"

const en = textsIn("en")

const session = {
  merchant: "Shop",
  method_mandates: { sepa_debit: "sepa", bacs_debit: "bacs", ach_debit: "other" }
}

const saving = { ...session, methods_to_save: ["sepa_debit", "bacs_debit", "ach_debit"] }

const single =
  "By paying, you authorize Shop to collect this payment from your account, " +
  "and your bank to carry it out."
const later =
  "This authorization also covers later payments that you have agreed on with the merchant."
const refund = "You can claim a refund from your bank within eight weeks of the debit."
const guarantee = "You are protected by the Direct Debit Guarantee."

describe("the mandate of a debit", () => {
  it.each([
    ["sepa_debit", `${single} ${refund}`],
    ["bacs_debit", `${single} ${guarantee}`],
    ["ach_debit", single]
  ])("%s authorizes this payment, and names the payer's rights", (type, mandate) => {
    expect(mandateOf(en, session, type)).toBe(mandate)
    expect(mandateOf(en, { ...saving, methods_to_save: ["card_debit"] }, type)).toBe(mandate)
  })

  it.each([
    ["sepa_debit", `${single} ${later} ${refund}`],
    ["bacs_debit", `${single} ${later} ${guarantee}`],
    ["ach_debit", `${single} ${later}`]
  ])("%s that is saved authorizes later payments too", (type, mandate) => {
    expect(mandateOf(en, saving, type)).toBe(mandate)
  })

  it("of another kind than this page knows authorizes later payments too", () => {
    const unknown = { ...saving, method_mandates: { pad: "pad" }, methods_to_save: ["pad"] }
    expect(mandateOf(en, unknown, "pad")).toBe(`${single} ${later}`)
  })

  it("is absent for a method that is no debit, even if it is saved", () => {
    expect(mandateOf(en, { ...saving, methods_to_save: ["paypal"] }, "paypal")).toBeNull()
  })

  it.each(languages)("authorizes later payments in %s between the two other sentences", (tag) => {
    const texts = textsIn(tag)
    const mandate = mandateOf(texts, saving, "sepa_debit") ?? ""
    const { debit, later: more, sepa } = texts.mandates
    expect(mandate.split(more)).toEqual([
      expect.stringContaining(debit("Shop")),
      expect.stringContaining(sepa)
    ])
  })
})
