import { describe, expect, it } from "vitest"
import { type Block, layoutRules, sideBySide, usualBlocks } from "./layoutRules.ts"

describe("the layout of a page", () => {
  it.each([
    ["trailing", "header summary methods footer", "header methods summary footer"],
    ["leading", "header summary methods footer", "header summary methods footer"],
    ["leading", "methods header footer summary", "summary methods header footer"],
    ["trailing", "footer header summary methods", "footer header methods summary"]
  ] as const)("in two columns, %s, of %s, reads %s", (summary, given, placed) => {
    const blocks = given.split(" ") as Array<Block>
    expect(sideBySide({ blocks, summary })).toEqual(placed.split(" "))
  })

  it("has two columns if two columns and their gap fit", () => {
    const rules = layoutRules({ ...usualBlocks, gap: 20, measure: 400 })
    expect(rules).toContain("gap:20px;max-inline-size:400px")
    expect(rules).toContain("@container (inline-size >= 670px)")
  })

  it("uses default sizes for invalid ones, and the largest size for larger ones", () => {
    const odd = { gap: Number.NaN, measure: 1e9 }
    expect(layoutRules({ ...usualBlocks, ...odd })).toContain("gap:24px;max-inline-size:960px")
  })
})
