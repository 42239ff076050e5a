import { describe, expect, it } from "vitest"
import { codecs } from "./codecs.ts"

const numbers = Array.from({ length: 20_000 }, (_, nth) => nth)

describe("the ids of a fake", () => {
  it.each(Object.entries(codecs))("are different for all payments of %s", (_, { idOf }) => {
    for (const kind of ["charge", "refund"] as const) {
      expect(new Set(numbers.map((number) => idOf(kind, number))).size).toBe(numbers.length)
    }
  })
})
