import { testCards } from "@payloom/testkit"
import { describe, expect, it } from "vitest"
import { brandOf } from "../card/cardInput.ts"
import { drawingOf } from "./brandDrawings.ts"

const numbers = [
  ...Object.values(testCards).map(({ number }) => number),
  ...["4", "5555", "2221", "34", "36", "3528", "6011", "62"]
]

describe("the marks of brands", () => {
  it("are drawn for every brand that a number can begin like", () => {
    const brands = new Set(numbers.map(brandOf))
    expect(brands.size).toBe(7)
    for (const brand of brands)
      expect([brand, drawingOf(brand)?.ground]).toEqual([brand, expect.any(String)])
  })

  it.each(["corner_bank", "unknown", "constructor"])("are written out for %s", (name) => {
    expect(drawingOf(name)).toBeUndefined()
  })
})
