import { describe, expect, it } from "vitest"
import { holdsCardNumber } from "./cardNumberGuard.ts"
import { isIban } from "./isIban.ts"

describe("an IBAN", () => {
  it.each(["DE89370400440532013000", "gb29 nwbk 6016 1331 9268 19", "NO9386011117947"])(
    "has the right check digits: %s",
    (iban) => {
      expect(isIban(iban)).toBe(true)
    }
  )

  it.each(["DE88370400440532013000", "4242424242424242", "AT4242424242424242", "DE89", ""])(
    "is no other text: %j",
    (text) => {
      expect(isIban(text)).toBe(false)
    }
  )

  it("may have digits that look like a card number", () => {
    expect([holdsCardNumber, isIban].map((is) => is("AT672783747657549569"))).toEqual([true, true])
  })
})
