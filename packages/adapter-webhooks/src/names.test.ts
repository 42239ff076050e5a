import type { TLSSocket } from "node:tls"
import { describe, expect, it } from "vitest"
import { divertedSender, namesOf, send } from "./testing/senders.ts"
import { startEndpoint, startTlsEndpoint } from "./testing/startEndpoint.ts"
import { webhookSender } from "./webhookSender.ts"

const refused = {
  _tag: "Failed",
  reason: "The name shop.example leads to an address that is private or reserved."
}

describe("in live mode, a name", () => {
  it("is connected to by TLS at the checked addresses, under its own name", async () => {
    const endpoint = await startTlsEndpoint()
    const names = namesOf(() => ["93.184.215.14", "2606:4700::1111"])
    const { dialled, sender } = divertedSender(names.lookup)
    const url = `https://shop.example:${endpoint.port}/hooks`
    expect(await send(sender, { url, mode: "live" })).toMatchObject({ status: 204 })
    expect(names.asked).toEqual(["shop.example"])
    expect(dialled).toEqual(["93.184.215.14", "2606:4700::1111"])
    const { request } = endpoint.arrived[0] ?? expect.fail("nothing came")
    expect(request.headers.host).toBe(`shop.example:${endpoint.port}`)
    expect((request.socket as TLSSocket & { servername?: string }).servername).toBe("shop.example")
  })

  it.each([
    ["127.0.0.1"],
    ["10.0.0.1"],
    ["100.64.0.1"],
    ["169.254.169.254"],
    ["168.63.129.16"],
    ["0.0.0.0"],
    ["224.0.0.1"],
    ["::1"],
    ["::ffff:127.0.0.1"],
    ["::ffff:7f00:1"],
    ["64:ff9b::7f00:1"],
    ["2002:7f00:1::1"],
    ["2001:0:4136:e378:8000:63bf:80ff:fffe"],
    ["fd00::1"],
    ["fe80::1%eth0"],
    ["2130706433"],
    ["0177.0.0.1"],
    ["127.1"],
    ["localhost"],
    ["93.184.215.14", "10.0.0.1"],
    ["2606:4700::1111", "fd00::1", "93.184.215.14"],
    [...Array.from({ length: 40 }, () => "93.184.215.14"), "127.0.0.1"]
  ])("gets nothing if one of its addresses isn't public: %s", async (...addresses) => {
    const endpoint = await startTlsEndpoint()
    const { dialled, sender } = divertedSender(async () => addresses)
    const url = `https://shop.example:${endpoint.port}/`
    expect(await send(sender, { url, mode: "live" })).toEqual(refused)
    expect(dialled).toEqual([])
    expect(endpoint.connections()).toBe(0)
  })

  it("is looked up once, so it can't change between the check and the connection", async () => {
    const endpoint = await startTlsEndpoint((_, response) =>
      response.writeHead(204, { connection: "close" }).end()
    )
    const names = namesOf((_, nth) => (nth === 1 ? ["93.184.215.14"] : ["127.0.0.1"]))
    const { dialled, sender } = divertedSender(names.lookup)
    const url = `https://shop.example:${endpoint.port}/`
    expect(await send(sender, { url, mode: "live" })).toMatchObject({ status: 204 })
    expect([names.asked.length, dialled]).toEqual([1, ["93.184.215.14"]])
    // The next connection looks the name up again, and is refused.
    expect(await send(sender, { url, mode: "live" })).toEqual(refused)
    expect([names.asked.length, dialled]).toEqual([2, ["93.184.215.14"]])
    expect(endpoint.connections()).toBe(1)
  })

  it("with many addresses is connected to at eight of them at most", async () => {
    const endpoint = await startTlsEndpoint()
    const { dialled, sender } = divertedSender(async () =>
      Array.from({ length: 40 }, (_, nth) => `93.184.215.${nth + 1}`)
    )
    const url = `https://shop.example:${endpoint.port}/`
    expect(await send(sender, { url, mode: "live" })).toMatchObject({ status: 204 })
    expect(dialled).toEqual(Array.from({ length: 8 }, (_, nth) => `93.184.215.${nth + 1}`))
  })

  it.each([301, 302, 303, 307, 308])(
    "that answers %i is not followed to the new location",
    async (status) => {
      const inside = await startEndpoint()
      const location = `http://127.0.0.1:${inside.port}/`
      const endpoint = await startTlsEndpoint((_, response) =>
        response.writeHead(status, { location }).end()
      )
      const { sender } = divertedSender(async () => ["93.184.215.14"])
      const url = `https://shop.example:${endpoint.port}/`
      expect(await send(sender, { url, mode: "live" })).toMatchObject({ _tag: "Answered", status })
      expect([endpoint.arrived.length, inside.connections()]).toEqual([1, 0])
    }
  )
})

describe("a custom resolver", () => {
  it("is the only one that is asked", async () => {
    const endpoint = await startEndpoint()
    const names = namesOf(() => ["127.0.0.1"])
    const url = `http://shop.example:${endpoint.port}/`
    expect(await send(webhookSender({ lookup: names.lookup }), { url })).toMatchObject({
      status: 204
    })
    expect(names.asked).toEqual(["shop.example"])
    expect(endpoint.arrived[0]?.request.headers.host).toBe(`shop.example:${endpoint.port}`)
  })

  it("is checked in test mode too if private addresses aren't allowed", async () => {
    const sender = webhookSender({ allowPrivateInTest: false, lookup: async () => ["10.0.0.1"] })
    expect(await send(sender, { url: "https://shop.example/" })).toEqual(refused)
  })

  it("can't lead test mode to a cloud's metadata either", async () => {
    const sender = webhookSender({ lookup: async () => ["169.254.169.254"] })
    expect(await send(sender, { url: "http://shop.example/" })).toEqual(refused)
  })

  it.each([
    [[], "The name shop.example has no address."],
    [null, "It could not be sent."]
  ])("that answers %j knows no address", async (answer, reason) => {
    const sender = webhookSender({ lookup: async () => answer as never })
    expect(await send(sender, { url: "http://shop.example/" })).toEqual({ _tag: "Failed", reason })
  })

  it("that throws or rejects becomes a reason in words", async () => {
    const throwing = webhookSender({
      lookup: () => {
        throw new Error("broken inside")
      }
    })
    const [url, reason] = ["http://shop.example/", "It could not be sent."]
    expect(await send(throwing, { url })).toEqual({ _tag: "Failed", reason })
    const notFound = Object.assign(new Error(), { code: "ENOTFOUND" })
    const rejecting = webhookSender({ lookup: () => Promise.reject(notFound) })
    expect(await send(rejecting, { url })).toMatchObject({ reason: "The name was not found." })
  })

  it("that never answers ends with the time of the webhook", async () => {
    const sender = webhookSender({ lookup: () => new Promise(() => undefined) })
    const response = await send(sender, { url: "http://shop.example/", timeoutMs: 50 })
    expect(response).toEqual({ _tag: "Failed", reason: "No answer came within 0.05 s." })
  })
})
