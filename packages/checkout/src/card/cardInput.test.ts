import { testCards } from "@payloom/testkit"
import { describe, expect, it } from "vitest"
import {
  brandOf,
  digitsOf,
  groupNumber,
  isCardNumber,
  isFullCode,
  isFullNumber,
  isSecurityCode
} from "./cardInput.ts"

describe("a card number", () => {
  it.each(Object.values(testCards))("of the sandbox is valid: $name", ({ number, brand }) => {
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
  ])("%s is grouped as on the card, %s", (digits, text) => {
    expect(groupNumber(digits)).toBe(text)
  })

  it("may be pasted with any separators and in full-width digits", () => {
    expect(digitsOf("4242-4242 ４２４２.4242")).toBe("4242424242424242")
  })

  it.each(["٤٢٤٢٠١٩", "۴۲۴۲۰۱۹", "४२४२०१९", "๔๒๔๒๐๑๙"])(
    "may be typed in other digits: %s",
    (typed) => {
      expect(digitsOf(typed)).toBe("4242019")
    }
  )
})

describe("a field that is complete", () => {
  it.each([
    ["4222222222222", false],
    ["4242424242424242", true],
    ["4242424242424241", false],
    ["378282246310005", true],
    ["30569309025904", true],
    ["6200000000000005", false],
    ["6205500000000000004", true],
    ["5018000000000009", false]
  ])("can hold the number %s: %s", (digits, expected) => {
    expect(isFullNumber(digits)).toBe(expected)
  })

  it.each([
    ["123", "visa", true],
    ["123", "amex", false],
    ["1234", "amex", true],
    ["123", "unknown", false],
    ["1234", "unknown", true]
  ])("can hold the code %s on a card of %s: %s", (digits, brand, expected) => {
    expect(isFullCode(digits, brand)).toBe(expected)
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
  ])("%s on %s is valid: %s", (digits, brand, expected) => {
    expect(isSecurityCode(digits, brand)).toBe(expected)
  })
})
