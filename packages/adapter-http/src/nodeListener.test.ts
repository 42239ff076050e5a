import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { webhookReceiver } from "@payloom/core/webhooks"
import { describe, expect, it, onTestFinished } from "vitest"
import { nodeListener, type WebHandler } from "./serveNode.ts"
import { openShop } from "./testing/openShop.ts"

const shop = await openShop()

/** Serves a function on Node. Resolves to the server's URL. */
const served = async (answer: WebHandler): Promise<string> => {
  const server = createServer(nodeListener(answer)).listen(0, "127.0.0.1")
  onTestFinished(() => void server.close())
  await once(server, "listening")
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe("a listener for a server of Node's", () => {
  it("answers by the handler", async () => {
    const url = await served(shop.handler)
    const health = await fetch(`${url}/health`)
    expect([health.status, await health.json()]).toEqual([200, { status: "ok" }])
  })

  it("passes a body on as it was sent", async () => {
    const url = await served(async (request) => new Response(await request.text()))
    const body = '{ "a":1,  "b" : "ä" }'
    const headers = { "Content-Type": "application/json" }
    const answer = await fetch(url, { method: "POST", headers, body })
    expect(await answer.text()).toBe(body)
  })

  it("answers by the receiver of webhooks, which refuses what nobody signed", async () => {
    const { respond } = webhookReceiver({ secret: `whsec_${btoa("0".repeat(32))}` })
    const url = await served((request) => respond(request, () => undefined))
    expect((await fetch(url, { method: "POST", body: "{}" })).status).toBe(400)
  })

  it("leaves the global Request and Response as they were", async () => {
    const before = [globalThis.Request, globalThis.Response]
    await served(shop.handler)
    expect([globalThis.Request, globalThis.Response]).toEqual(before)
  })
})
