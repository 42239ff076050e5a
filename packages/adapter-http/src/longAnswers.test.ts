import { Payloom } from "@payloom/core"
import { manualClock, memory, sandbox } from "@payloom/testkit"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createHandler } from "./index.ts"
import { type Serving, serveNode } from "./serveNode.ts"

const metadata = Object.fromEntries(
  Array.from({ length: 50 }, (_, nth) => [`key_${nth}`, `${nth}ä${"x".repeat(490)}`])
)

describe("a list of some megabytes", () => {
  let payloom: Payloom
  let serving: Serving
  let headers: Readonly<Record<string, string>>
  beforeAll(async () => {
    const box = sandbox()
    payloom = await Payloom.make({
      ...box.setup,
      storage: memory(),
      clock: manualClock(),
      workers: false
    })
    const shop = await box.openShop(payloom)
    const { secret } = await payloom.tenants.createApiKey(shop.scope, "secret")
    headers = { Authorization: `Bearer ${secret}` }
    for (let nth = 0; nth < 100; nth++) {
      await shop.customers.create({ metadata }, { idempotencyKey: `customer ${nth}` })
    }
    serving = await serveNode(payloom, { port: 0 })
  })
  afterAll(() => serving.close())

  it("says its length, and is whole, over a connection that is used again", async () => {
    for (let tries = 0; tries < 3; tries++) {
      const response = await fetch(`${serving.url}/customers?limit=100`, { headers })
      const bytes = new Uint8Array(await response.arrayBuffer())
      expect(bytes.byteLength).toBeGreaterThan(2_000_000)
      expect(response.headers.get("content-length")).toBe(`${bytes.byteLength}`)
      expect(response.headers.get("transfer-encoding")).toBeNull()
      const { data } = JSON.parse(new TextDecoder().decode(bytes))
      expect(data.map((one: { metadata: object }) => one.metadata)).toEqual(
        Array.from({ length: 100 }, () => metadata)
      )
    }
  })

  it("is the same from a handler", async () => {
    const answer = createHandler(payloom)
    const response = await answer(new Request("http://x/customers?limit=100", { headers }))
    expect((await response.json()).data).toHaveLength(100)
  })

  it("doesn't hold up others if its reader leaves", async () => {
    for (let tries = 0; tries < 5; tries++) {
      const leaving = new AbortController()
      const response = await fetch(`${serving.url}/customers?limit=100`, {
        headers,
        signal: leaving.signal
      })
      await response.body?.getReader().read()
      leaving.abort()
    }
    const response = await fetch(`${serving.url}/customers?limit=1`, { headers })
    expect((await response.json()).data).toHaveLength(1)
  })
})
