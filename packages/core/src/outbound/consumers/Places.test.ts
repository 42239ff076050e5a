import { Effect } from "effect"
import { expect, it } from "vitest"
import type { Consumer } from "./Consumer.ts"
import { placesOf } from "./Places.ts"

/** Returns how many of sixteen parts were read in each turn of the event loop. */
const readsPerTurn = async (isEnd: boolean): Promise<ReadonlyArray<number>> => {
  const { inTurn } = placesOf({ concurrency: 10 } as Consumer)
  let reads = 0
  let isOver = false
  const parts = Array.from({ length: 16 })
  const read = Effect.sync(() => {
    reads++
    const until = performance.now() + 2
    while (performance.now() < until);
    return { isEnd }
  })
  const all = Effect.forEach(parts, () => inTurn(read), { concurrency: "unbounded" })
  const reading = Effect.runPromise(all).finally(() => {
    isOver = true
  })
  const turns: Array<number> = [reads]
  while (!isOver) {
    const before = reads
    await new Promise((resolve) => setImmediate(resolve))
    turns.push(reads - before)
  }
  await reading
  expect(reads).toBe(16)
  return turns
}

it("other tasks run every few milliseconds during a backlog", async () => {
  expect(Math.max(...(await readsPerTurn(false)))).toBeLessThanOrEqual(5)
})

it("without a backlog all parts are read in one turn of the event loop", async () => {
  expect(Math.max(...(await readsPerTurn(true)))).toBe(16)
})
