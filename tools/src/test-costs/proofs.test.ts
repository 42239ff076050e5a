import { expect, it } from "vitest"
import { proofFiles, proofsOfOtherTurns, turnOfProofs } from "./proofs.ts"

it("each proof runs in exactly one of four turns, and all of them without a turn", () => {
  const all = proofFiles()
  expect(all.length).toBeGreaterThan(30)
  const run = ["0", "1", "2", "3"].flatMap((asked) => {
    const others = new Set(proofsOfOtherTurns(turnOfProofs(asked)))
    const own = all.filter((file) => !others.has(file))
    expect(own.length).toBeGreaterThan(all.length / 4 - 1)
    return own
  })
  expect(run.sort()).toEqual(all)
  expect(proofsOfOtherTurns(null)).toEqual([])
})

it("a commit has a turn, and another text than a turn is refused", () => {
  expect(["0", "1", "2", "3"].map(Number)).toContain(turnOfProofs("quarter"))
  for (const asked of ["", "4", "all", "1.5"]) {
    expect(() => turnOfProofs(asked)).toThrow(`PROOFS is ${asked}: use 0, 1, 2, 3 or quarter.`)
  }
})
