import { expect, it } from "vitest"
import { proofFiles, proofsOfOtherTurns, turnOfProofs, turns } from "./proofs.ts"

const asked = Array.from({ length: turns }, (_, turn) => `${turn}`)

it("each proof runs in exactly one turn, and all of them without a turn", () => {
  const all = proofFiles()
  expect(all.length).toBeGreaterThan(30)
  const run = asked.flatMap((turn) => {
    const others = new Set(proofsOfOtherTurns(turnOfProofs(turn)))
    const own = all.filter((file) => !others.has(file))
    expect(own.length).toBeGreaterThan(2)
    return own
  })
  expect(run.sort()).toEqual(all)
  expect(proofsOfOtherTurns(null)).toEqual([])
})

it("a commit has a turn, and another text than a turn is refused", () => {
  expect(asked.map(Number)).toContain(turnOfProofs("turn"))
  for (const odd of ["", "6", "all", "1.5"]) {
    expect(() => turnOfProofs(odd)).toThrow(`PROOFS is ${odd}: use a turn from 0 to 5, or turn.`)
  }
})
