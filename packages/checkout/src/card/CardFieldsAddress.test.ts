import { describe, expect, it } from "vitest"
import { usualLook } from "../look/paint.ts"
import { cardFieldsFragment, readCardFieldsFragment } from "./CardFieldsAddress.ts"

const setup = {
  field: null,
  isLabelled: true,
  isBare: false,
  origin: "https://shop.example",
  language: "de",
  look: {
    theme: "dark",
    palette: { Primary: "#abc", Accent: "#00ff00", Surface: "#111111" }
  },
  labels: { card_number: "Nummer & mehr", mistakes_card: "Nanu?" }
} as const

describe("the fragment that opens the card fields", () => {
  it("gives the frame the setup that the page wrote", () => {
    expect(readCardFieldsFragment(cardFieldsFragment(setup))).toEqual(setup)
  })

  it.each([
    { field: "number", isLabelled: true, isBare: false },
    { field: "expiry", isLabelled: false, isBare: false },
    { field: "securityCode", isLabelled: true, isBare: true },
    { field: null, isLabelled: false, isBare: true }
  ] as const)("tells it which field it is for, and what of it is shown: %j", (shown) => {
    const one = { ...setup, ...shown }
    expect(readCardFieldsFragment(cardFieldsFragment(one))).toEqual(one)
  })

  it("opens all three fields if it names an unknown field", () => {
    expect(readCardFieldsFragment("field=holder&parts=frame").field).toBeNull()
  })

  it("carries only those of the merchant's texts that the frame shows", () => {
    const labels = { ...setup.labels, pay: "Zahlen", succeeded_title: "Danke" }
    expect(cardFieldsFragment({ ...setup, labels })).toBe(cardFieldsFragment(setup))
  })

  it.each([
    "theme=sepia&primary=red&accent=%23000&surface=%23fff",
    "theme=&primary=%23000&accent=%23000&surface=%23fff%3B%7D*%7Bcolor%3Ared",
    "theme=dark%20&primary=%23000&accent=%23000",
    ""
  ])("opens the frame with the default look for %j", (fragment) => {
    const { theme, palette } = usualLook
    expect(readCardFieldsFragment(fragment).look).toEqual({ theme, palette })
  })

  it("is read for short texts with the frame's own keys only", () => {
    const asked = new URLSearchParams({
      label_card_number: "9".repeat(5000),
      label_pay: "Pay",
      label_constructor: "x",
      card_number: "x"
    })
    expect(readCardFieldsFragment(asked.toString()).labels).toEqual({
      card_number: "9".repeat(200)
    })
  })

  it.each(["language=xx", "language=DE", "language=", ""])(
    "gives English texts for the unknown language in %j",
    (fragment) => {
      expect(readCardFieldsFragment(fragment).language).toBe("en")
    }
  )

  it("answers to nobody without an origin", () => {
    expect(readCardFieldsFragment("language=de").origin).toBeNull()
    expect(readCardFieldsFragment("origin=&language=de").origin).toBeNull()
  })
})
