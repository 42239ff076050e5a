import { setImmediate } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import { fewInTurn } from "./fewInTurn.ts"

describe("requests of which few begin in one turn", () => {
  it.each([
    [1, [1, 2, 3, 4, 5]],
    [2, [2, 4, 5, 5, 5]],
    [8, [5, 5, 5, 5, 5]]
  ])("begin in their order, at most %d in a turn", async (most, expected) => {
    const turn = fewInTurn(most)
    const begun: Array<number> = []
    for (const nth of [1, 2, 3, 4, 5]) void turn().then(() => begun.push(nth))
    const seen: Array<number> = []
    for (let turns = 0; turns < expected.length; turns++) {
      await setImmediate()
      seen.push(begun.length)
    }
    expect(seen).toEqual(expected)
    expect(begun).toEqual([1, 2, 3, 4, 5])
  })

  it("begin although all earlier ones have begun", async () => {
    const turn = fewInTurn(1)
    await turn()
    await turn()
    await Promise.all([turn(), turn()])
  })
})
