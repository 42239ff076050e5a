import { testCards } from "@payloom/testkit"
import { describe, expect, it } from "vitest"
import {
  brandOf,
  digitsOf,
  groupExpiry,
  groupNumber,
  isCardNumber,
  isPast,
  isSecurityCode,
  readExpiry
} from "./cardInput.ts"

describe("a card number", () => {
  it.each(Object.values(testCards))("of the sandbox is one: $name", ({ number, brand }) => {
    expect([isCardNumber(number), brandOf(number)]).toEqual([true, brand])
    expect(digitsOf(groupNumber(number))).toBe(number)
  })

  it.each(["", "4242", "4242424242424241", "42424242424242420", "378282246310006"])(
    "is not %j",
    (digits) => {
      expect(isCardNumber(digits)).toBe(false)
    }
  )

  it.each([
    ["42424", "4242 4"],
    ["4242424242424242", "4242 4242 4242 4242"],
    ["37828224631", "3782 822463 1"],
    ["378282246310005999", "3782 822463 10005"]
  ])("%s is written in the groups of the card, %s", (digits, text) => {
    expect(groupNumber(digits)).toBe(text)
  })

  it("may be pasted with whatever stands between its digits, and in full width", () => {
    expect(digitsOf("4242-4242 ４２４２.4242")).toBe("4242424242424242")
  })
})

describe("an expiry", () => {
  it.each([
    ["1", "1"],
    ["12", "12 / "],
    ["5", "05 / "],
    ["1234", "12 / 34"],
    ["122034", "12 / 34"]
  ])("that is typed as %s becomes %s", (digits, text) => {
    expect(groupExpiry(digits, false)).toBe(text)
  })

  it("loses its slash to who deletes", () => {
    expect(groupExpiry("12", true)).toBe("12")
  })

  it.each(["", "1", "13 / 30", "00 / 30", "12 / 3"])("is not %j", (text) => {
    expect(readExpiry(text)).toBeNull()
  })

  it("is over when its month is, everywhere on earth", () => {
    const expiry = { month: 12, year: 2030 }
    expect(isPast(expiry, new Date("2031-01-01T11:59:00Z"))).toBe(false)
    expect(isPast(expiry, new Date("2031-01-01T12:01:00Z"))).toBe(true)
  })
})

describe("a security code", () => {
  it.each([
    ["123", "visa", true],
    ["1234", "visa", false],
    ["1234", "amex", true],
    ["123", "amex", false],
    ["12", "unknown", false],
    ["123", "unknown", true],
    ["1234", "unknown", true]
  ])("%s on %s is judged %s", (digits, brand, expected) => {
    expect(isSecurityCode(digits, brand)).toBe(expected)
  })
})
