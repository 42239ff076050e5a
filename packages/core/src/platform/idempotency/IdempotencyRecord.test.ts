import { describe, expect, it } from "vitest"
import { isIdempotencyKey } from "./IdempotencyRecord.ts"

describe("an idempotency key", () => {
  it.each(["a", "order 1", "~".repeat(255)])("may be %j", (key) => {
    expect(isIdempotencyKey(key)).toBe(true)
  })

  it.each(["", " a", "a ", "ä", "a\nb", "~".repeat(256)])("may not be %j", (key) => {
    expect(isIdempotencyKey(key)).toBe(false)
  })

  it.each([undefined, null, 1, true])("is not valid if an untyped program gives %j", (key) => {
    expect(isIdempotencyKey(key)).toBe(false)
  })
})
