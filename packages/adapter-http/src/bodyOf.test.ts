import { setImmediate } from "node:timers/promises"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { bodyOf } from "./bodyOf.ts"

/** Returns parts that take a while each. */
const slowParts = function* (count: number) {
  for (let nth = 0; nth < count; nth++) {
    const end = performance.now() + 10
    while (performance.now() < end);
    yield `${nth}`
  }
}

it("an answer of many parts is encoded in several turns of the event loop", async () => {
  const codec = { toBody: () => "", toParts: () => slowParts(4) }
  let turns = 0
  let isOver = false
  const counted = (async () => {
    for (; !isOver; turns++) await setImmediate()
  })()
  expect(await Effect.runPromise(bodyOf(codec, null))).toBe("0123")
  isOver = true
  await counted
  expect(turns).toBeGreaterThanOrEqual(3)
})
