import { setImmediate } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import { oneByOne } from "./oneByOne.ts"

describe("requests that begin one by one", () => {
  it("begin in their order, each in a turn of its own", async () => {
    const turn = oneByOne()
    const begun: Array<number> = []
    for (const nth of [1, 2, 3]) void turn().then(() => begun.push(nth))
    const seen: Array<number> = []
    for (let turns = 0; turns < 4; turns++) {
      await setImmediate()
      seen.push(begun.length)
    }
    expect(begun).toEqual([1, 2, 3])
    expect(seen).toEqual([1, 2, 3, 3])
  })

  it("begin although all earlier ones have begun", async () => {
    const turn = oneByOne()
    await turn()
    await turn()
    await Promise.all([turn(), turn()])
  })
})
