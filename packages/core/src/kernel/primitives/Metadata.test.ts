import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { inputDecoder } from "../input/decodeInput.ts"
import { freeText } from "./FreeText.ts"
import { Metadata } from "./Metadata.ts"

const decode = inputDecoder(Metadata)

const codeOf = (value: unknown) => {
  const result = decode(value)
  return Result.isFailure(result) ? result.failure.code : "ok"
}

const withKeys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, ""]))

/** Words without digits, so without card numbers. */
const word = (maxLength: number) =>
  fc.string({ unit: fc.constantFrom(..."abc \u00e9\u4e2d_-."), maxLength })

describe("metadata", () => {
  it("is unchanged if it is within its limits", () => {
    const within = fc.dictionary(word(40), word(500), { maxKeys: 50, noNullPrototype: true })
    fc.assert(
      fc.property(within, (metadata) => {
        expect(decode(metadata)).toMatchObject({ success: metadata })
      })
    )
  })

  it("has at most 50 keys", () => {
    expect([codeOf(withKeys(50)), codeOf(withKeys(51))]).toEqual(["ok", "parameter_invalid"])
  })

  it("has keys of at most 40 characters and values of at most 500", () => {
    expect(codeOf({ ["k".repeat(40)]: "v".repeat(500) })).toBe("ok")
    expect(codeOf({ ["k".repeat(41)]: "" })).toBe("parameter_invalid")
    expect(codeOf({ k: "v".repeat(501) })).toBe("parameter_invalid")
  })

  it("has only strings as values", () => {
    for (const value of [1, true, null, undefined, {}, [], 1n]) {
      expect(codeOf({ k: value })).toBe("parameter_invalid")
    }
    for (const value of [null, "text", 1]) expect(codeOf(value)).toBe("parameter_invalid")
  })

  it("may have any key of JSON, such as __proto__ and constructor", () => {
    const given = JSON.parse('{"__proto__":"a","constructor":"b","toString":"c"}') as object
    const result = decode(given)
    expect(Result.isSuccess(result) && JSON.stringify(result.success)).toBe(JSON.stringify(given))
  })

  it("has no NUL, no lone surrogate and no card number, in keys and in values", () => {
    for (const [text, code] of [
      ["a\0", "parameter_invalid"],
      ["\ud83d", "parameter_invalid"],
      ["4242 4242 4242 4242", "card_number_not_allowed"]
    ] as const) {
      expect([codeOf({ [text]: "" }), codeOf({ k: text })]).toEqual([code, code])
    }
    expect(codeOf({ k: "\ud83d\ude00" })).toBe("ok")
  })
})

describe("free text", () => {
  it("is measured in UTF-16 units", () => {
    const check = inputDecoder(freeText(4))
    expect(Result.isSuccess(check("\u{1f600}\u{1f600}"))).toBe(true)
    expect(Result.isSuccess(check("\u{1f600}\u{1f600}x"))).toBe(false)
  })
})
