import { describe, expect, it } from "vitest"
import { loopTurns } from "./loopTurns.ts"

const scene = (most: number) => {
  const turns: Array<() => void> = []
  const { enter } = loopTurns(most, (run) => turns.push(run))
  const begun: Array<number> = []
  const request = async (nth: number) => {
    await enter()
    begun.push(nth)
  }
  const settle = () => new Promise((resume) => setImmediate(resume))
  return {
    begun,
    turns,
    request,
    settle,
    turn: async () => {
      for (const run of turns.splice(0)) run()
      await settle()
    }
  }
}

describe("the requests of one turn of the event loop", () => {
  it("begin at once up to the limit, and the others in the next turns in their order", async () => {
    const { begun, turn, request, settle } = scene(3)
    for (let nth = 0; nth < 8; nth++) void request(nth)
    await settle()
    expect(begun).toEqual([0, 1, 2])
    await turn()
    expect(begun).toEqual([0, 1, 2, 3, 4, 5])
    void request(8)
    await settle()
    expect(begun).toHaveLength(6)
    await turn()
    expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  })

  it("leave no turn behind when all have begun", async () => {
    const { turns, turn, request, begun } = scene(3)
    for (let nth = 0; nth < 7; nth++) void request(nth)
    for (let nth = 0; nth < 5; nth++) await turn()
    expect([begun.length, turns.length]).toEqual([7, 0])
    await request(7)
    expect(begun).toHaveLength(8)
  })

  it("begin in turns of the real event loop, and other work runs between them", async () => {
    const { enter } = loopTurns(8)
    let begun = 0
    let between = 0
    const requests = Array.from({ length: 100 }, async () => {
      await enter()
      begun += 1
    })
    const other = () => {
      between += 1
      if (begun < 100) setImmediate(other)
    }
    setImmediate(other)
    await Promise.all(requests)
    expect(between).toBeGreaterThanOrEqual(10)
  })
})
