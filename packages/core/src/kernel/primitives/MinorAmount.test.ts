import { Result, Schema } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { inputChecker, inputDecoder } from "../input/decodeInput.ts"
import { MinorAmount } from "./MinorAmount.ts"

const decode = inputDecoder(MinorAmount)
const check = inputChecker(MinorAmount)
const encode = Schema.encodeSync(MinorAmount)

const codeOf = (result: Result.Result<bigint, { readonly code: string }>) =>
  Result.isFailure(result) ? result.failure.code : result.success

const most = 10n ** 15n - 1n

describe("a minor amount", () => {
  it("is a bigint inside and a string of digits on the wire, and converts without loss", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: most }), (amount) => {
        const text = encode(amount)
        expect(text).toBe(amount.toString())
        expect(codeOf(decode(text))).toBe(amount)
      })
    )
  })

  it("is refused as amount_invalid_format if it does not match the pattern", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 15 }), (text) => {
        fc.pre(!/^(0|[1-9][0-9]*)$/.test(text))
        expect(codeOf(decode(text))).toBe("amount_invalid_format")
      })
    )
    for (const text of ["-0", "-1", "1.0", "1e3", "00", "01", "", " 1", "1\n", "Infinity", "1n"]) {
      expect([text, codeOf(decode(text))]).toEqual([text, "amount_invalid_format"])
    }
  })

  it("is refused as amount_invalid_format if it is not a string", () => {
    for (const value of [1250, -1, 1.5, 10n, null, undefined, {}, []]) {
      expect(codeOf(decode(value))).toBe("amount_invalid_format")
    }
  })

  it("is refused as amount_too_large from 16 digits on", () => {
    expect(codeOf(decode(most.toString()))).toBe(most)
    fc.assert(
      fc.property(fc.bigInt({ min: most + 1n, max: 10n ** 60n }), (amount) => {
        expect(codeOf(decode(amount.toString()))).toBe("amount_too_large")
        expect(codeOf(check(amount))).toBe("amount_too_large")
      })
    )
  })

  it("has the same bounds in a library call", () => {
    expect(codeOf(check(0n))).toBe(0n)
    expect(codeOf(check(most))).toBe(most)
    expect(codeOf(check(-1n))).toBe("amount_invalid_format")
  })
})
