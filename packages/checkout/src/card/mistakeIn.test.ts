import { describe, expect, it } from "vitest"
import { mistakeIn } from "./mistakeIn.ts"

const now = new Date("2030-05-15T12:00:00Z")

describe("a field of a card", () => {
  it.each([
    ["number", "4242 4242 4242 4242", "visa", null],
    ["number", "4242 4242 4242 4241", "visa", "number"],
    ["number", "", "unknown", "number"],
    ["expiry", "05 / 30", "visa", null],
    ["expiry", "04 / 30", "visa", "expired"],
    ["expiry", "13 / 30", "visa", "expiry"],
    ["expiry", "", "visa", "expiry"],
    ["securityCode", "123", "visa", null],
    ["securityCode", "123", "unknown", null],
    ["securityCode", "123", "amex", "securityCode"],
    ["securityCode", "", "visa", "securityCode"]
  ] as const)(
    "%s that holds %j on a card of %s has the mistake %s",
    (field, text, brand, found) => {
      expect(mistakeIn(field, text, brand, now)).toBe(found)
    }
  )
})
