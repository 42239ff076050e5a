import { describe, expect, it } from "vitest"
import { storableMethod } from "./SavedApm.ts"

describe("a saved method, as it is stored,", () => {
  it("has the last four characters of the account's number", () => {
    const stored = storableMethod({ token: "tok_1", last4: "DE89370400440532013000" })
    expect(stored).toEqual({ token: "tok_1", last4: "3000" })
  })

  it("has 255 characters of a bank's name, and no half of a character", () => {
    const bank = `${"b".repeat(254)}😀`
    expect(storableMethod({ token: "tok_1", bank })?.bank).toBe(`${"b".repeat(254)}\uFFFD`)
  })

  it("is none without a token", () => {
    expect(storableMethod({ token: "", bank: "Bank" })).toBeNull()
    expect(storableMethod(null)).toBeNull()
    expect(storableMethod(undefined)).toBeNull()
  })
})
