import { createServer } from "node:http"
import { expect, it } from "vitest"
import { gracefulClose, serveNode } from "./serveNode.ts"
import { openShop } from "./testing/openShop.ts"

const wrong = [0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, "1000" as never]

it.each(wrong)("a time that no timer supports is refused: %o", async (ms) => {
  const { payloom } = await openShop()
  expect(() => gracefulClose(createServer(), ms)).toThrow(TypeError)
  for (const name of ["graceMs", "clientTimeoutMs"]) {
    const serving = serveNode(payloom, { port: 0, [name]: ms })
    await expect(serving).rejects.toThrow(`${name} must be a whole number of milliseconds`)
  }
})

it("the longest time of a timer is accepted, and answers within it arrive", async () => {
  const { payloom } = await openShop()
  const longest = 2 ** 31 - 1
  const serving = await serveNode(payloom, {
    port: 0,
    graceMs: longest,
    clientTimeoutMs: longest
  })
  const answer = await fetch(`${serving.url}/health`)
  expect([answer.status, await answer.json()]).toEqual([200, { status: "ok" }])
  await serving.close()
})
