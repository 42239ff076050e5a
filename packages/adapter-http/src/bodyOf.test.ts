import { setImmediate } from "node:timers/promises"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { bodyOf, sentJson } from "./bodyOf.ts"

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

it("a long answer is sent in pieces, and says how long it is", async () => {
  const parts = Array.from({ length: 200 }, (_, nth) => `${nth}${"ä".repeat(1000)}`)
  const codec = { toBody: () => "", toParts: () => parts }
  const json = await Effect.runPromise(bodyOf(codec, null))
  expect(json.length).toBeGreaterThan(2)
  const { body, headers } = sentJson(json)
  const bytes = new Uint8Array(await new Response(body).arrayBuffer())
  expect(new TextDecoder().decode(bytes)).toBe(parts.join(""))
  expect(headers["Content-Length"]).toBe(`${bytes.byteLength}`)
})

it("a short answer is a text", async () => {
  const codec = { toBody: () => "", toParts: () => ["[", "]"] }
  const json = await Effect.runPromise(bodyOf(codec, null))
  expect(sentJson(json)).toEqual({ body: "[]", headers: {} })
})
