import type { Socket } from "node:net"
import { chargeThat } from "@payloom/testkit"
import { afterAll, describe, expect, it } from "vitest"
import { createApp } from "./createHandler.ts"
import { type RequestLog, responder } from "./responder.ts"
import { gracefulClose } from "./serveNode.ts"
import { serverOf } from "./serverOf.ts"
import { openShop } from "./testing/openShop.ts"
import { until } from "./testing/until.ts"
import { connection, exchange, headOf, statusesIn } from "./testing/wire.ts"

const shop = await openShop()
const card = await shop.saveCard("approved")
const key = `Authorization: Bearer ${shop.secretKey}`
const host = "Host: shop"
const last = "Connection: close"

/** A server whose clients have this long, the logs of it, and its side of each connection. */
const serve = async (clientTimeoutMs = 30_000) => {
  const logs: Array<RequestLog> = []
  const sockets: Array<Socket> = []
  const onRequest = (log: RequestLog) => logs.push(log)
  const app = createApp(shop.payloom, { onRequest })
  const server = serverOf(app, responder(shop.payloom.services, onRequest), clientTimeoutMs)
  const close = gracefulClose(server, 100)
  server.on("connection", (socket) => sockets.push(socket))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const port = typeof address === "object" ? address?.port : 0
  afterAll(close)
  return { url: `http://127.0.0.1:${port}`, logs, sockets }
}

const server = await serve()
const hasty = await serve(200)

/** Everything that comes over a connection until it is closed. */
const allOf = async (socket: Socket): Promise<string> => {
  let text = ""
  socket.on("data", (chunk) => {
    text += chunk.toString()
  })
  await new Promise((resolve) => socket.once("close", resolve))
  return text
}

/** Writes for as long as the other side takes it; answers once the connection is closed. */
const keepWriting = (socket: Socket, chunk: string): Promise<void> => {
  const write = () => {
    while (socket.write(chunk));
  }
  socket.on("drain", write)
  write()
  return new Promise((resolve) => socket.once("close", () => resolve()))
}

describe("a request that is refused before all of it has come", () => {
  const length = "Content-Length: 100000000"
  const keyed = [host, key, "Idempotency-Key: long"]

  it.each([
    ["whoever isn't let in", headOf("POST /payments", host, length), 401],
    ["a body that is too long", headOf("POST /payments", ...keyed, length), 413],
    ["a path that leads nowhere", headOf("POST /nowhere", host, length), 404],
    [
      "chunks without an end",
      `${headOf("POST /payments", host, "Transfer-Encoding: chunked")}ffffff\r\n`,
      401
    ]
  ])("is answered and its connection closed, unread: %s", async (_, head, status) => {
    const socket = connection(server.url)
    socket.write(head)
    const answer = allOf(socket)
    await keepWriting(socket, "x".repeat(65_536))
    expect(statusesIn(await answer)).toEqual([status])
    expect(await answer).toMatch(/\r\nConnection: close\r\n/i)
    expect(server.sockets.at(-1)?.bytesRead).toBeLessThan(1_000_000)
  })

  it("gets its answer though it goes on sending", async () => {
    const chunks = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536))
    })
    const init = { method: "POST", body: chunks, duplex: "half" } as RequestInit
    const response = await fetch(`${server.url}/payments`, init)
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ error: { code: "api_key_missing" } })
  })

  it("leaves the connection open where the whole body had come", async () => {
    const refused = `${headOf("POST /payments", host, "Content-Length: 2")}{}`
    const answers = exchange(server.url, refused, headOf("GET /health", host, last))
    expect(statusesIn(await answers)).toEqual([401, 200])
  })
})

describe("requests that are sent before the first is answered", () => {
  const read = headOf("GET /payments?limit=1", host, key)
  const end = headOf("GET /payments?limit=1", host, key, last)

  it("are all answered, in their order", async () => {
    const nowhere = headOf("GET /nowhere", host, key)
    const answers = exchange(server.url, (read + nowhere).repeat(500) + end)
    const expected = Array.from({ length: 500 }, () => [200, 404]).flat()
    expect(statusesIn(await answers)).toEqual([...expected, 200])
  })

  it("are worked on eight at a time, with bodies and without", async () => {
    shop.box.script.charge(chargeThat.answersAfter(5000), { times: 20 })
    const body = JSON.stringify({
      amount: "1250",
      currency: "EUR",
      type: "one_off",
      payment_instrument: card
    })
    const pay = (at: number) =>
      headOf(
        "POST /payments",
        ...[host, key, `Idempotency-Key: in line ${at}`, `Content-Length: ${body.length}`]
      ) + body
    const answers = exchange(
      server.url,
      Array.from({ length: 20 }, (_, at) => pay(at)).join("") + end
    )
    for (const left of [12, 4, 0]) {
      await until(() => shop.box.script.remaining() === left)
      await new Promise((resolve) => setTimeout(resolve, 20))
      expect(shop.box.script.remaining()).toBe(left)
      await shop.clock.advance(5000)
    }
    expect(statusesIn(await answers)).toEqual(Array.from({ length: 21 }, () => 200))
  })

  it("cut the connection off where there are hundreds in one piece", async () => {
    const before = server.logs.length
    const answers = await exchange(server.url, "GET /nowhere HTTP/1.1\r\n\r\n".repeat(2000))
    expect(statusesIn(answers)).toEqual([])
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(server.logs.length - before).toBeLessThanOrEqual(8)
  })

  it("are not worked on any more while nobody reads the answers, and then cut off", async () => {
    const client = connection(hasty.url).pause()
    const writing = keepWriting(client, headOf("GET /openapi.json", host, key).repeat(100))
    await until(() => hasty.sockets.at(-1)?.destroyed === true)
    const answered = hasty.logs.length
    expect(answered).toBeGreaterThan(8)
    expect(answered).toBeLessThan(500)
    client.destroy()
    await writing
    expect(hasty.logs.length).toBe(answered)
  })
})

describe("a client that is slow", () => {
  it.each([
    ["its headers", `POST /payments HTTP/1.1\r\n${host}\r\n`],
    ["its body", headOf("POST /payments", host, key, "Idempotency-Key: slow", "Content-Length: 99")]
  ])("to send %s is answered 408 when its time is over, whatever trickles in", async (_, begun) => {
    const socket = connection(hasty.url)
    const started = performance.now()
    socket.write(begun)
    const trickle = setInterval(() => socket.write("x"), 20)
    const answer = await allOf(socket)
    clearInterval(trickle)
    expect(statusesIn(answer)).toEqual([408])
    expect(answer).toContain("request_timeout")
    expect(performance.now() - started).toBeLessThan(2000)
  })

  it("to send anything at all is cut off", async () => {
    await allOf(connection(hasty.url))
  })

  it("has all the time that the answer takes the engine", async () => {
    shop.box.script.charge(chargeThat.answersAfter(5000))
    const answer = fetch(`${hasty.url}/payments`, {
      method: "POST",
      headers: { Authorization: `Bearer ${shop.secretKey}`, "Idempotency-Key": "patience" },
      body: JSON.stringify({
        amount: "1250",
        currency: "EUR",
        type: "one_off",
        payment_instrument: card
      })
    })
    await until(() => shop.box.script.remaining() === 0)
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await shop.clock.advance(5000)
    expect(await (await answer).json()).toMatchObject({ status: "succeeded" })
  })
})
