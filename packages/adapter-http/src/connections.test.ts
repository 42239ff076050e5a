import type { ServerResponse } from "node:http"
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

/**
 * Starts a server with this timeout. Returns its logs, and its connections by the clients' ports.
 */
const serve = async (clientTimeoutMs = 30_000) => {
  const logs: Array<RequestLog> = []
  const sockets = new Map<number | undefined, Socket>()
  const onRequest = (log: RequestLog) => logs.push(log)
  const app = createApp(shop.payloom, { onRequest })
  app.get("/at-once", (context) => context.text("here"))
  const server = serverOf(app.fetch, responder(shop.payloom.services, onRequest), clientTimeoutMs)
  const close = gracefulClose(server, 100)
  const answers = new Set<ServerResponse>()
  server.on("request", (_, response) => {
    answers.add(response)
    response.once("close", () => answers.delete(response))
  })
  server.on("connection", (socket) => sockets.set(socket.remotePort, socket))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const port = typeof address === "object" ? address?.port : 0
  afterAll(close)
  return { url: `http://127.0.0.1:${port}`, logs, sockets, answers }
}

const server = await serve()
const hasty = await serve(200)

/** Returns everything that comes over a connection until it is closed. */
const allOf = async (socket: Socket): Promise<string> => {
  let text = ""
  socket.on("data", (chunk) => {
    text += chunk.toString()
  })
  await new Promise((resolve) => socket.once("close", resolve))
  return text
}

/** Writes for as long as the other side reads. Resolves when the connection is closed. */
const keepWriting = (socket: Socket, chunk: string): Promise<void> => {
  const write = () => {
    while (socket.write(chunk));
  }
  socket.on("drain", write)
  write()
  return new Promise((resolve) => socket.once("close", () => resolve()))
}

describe("a request that is refused before it has arrived completely", () => {
  const length = "Content-Length: 100000000"
  const keyed = [host, key, "Idempotency-Key: long"]

  it("is answered and its connection closed, without reading the rest", async () => {
    const chunked = "Transfer-Encoding: chunked"
    const cases = [
      [headOf("POST /payments", host, length), 401],
      [headOf("POST /payments", ...keyed, length), 413],
      [headOf("POST /nowhere", host, length), 404],
      [`${headOf("POST /payments", host, chunked)}ffffff\r\n`, 401]
    ] as const
    const refused = cases.map(async ([head, status]) => {
      const socket = connection(server.url)
      socket.write(head)
      const answer = allOf(socket)
      await until(() => socket.localPort !== undefined)
      const { localPort } = socket
      await keepWriting(socket, "x".repeat(65_536))
      expect([head, statusesIn(await answer)]).toEqual([head, [status]])
      expect(await answer).toMatch(/\r\nConnection: close\r\n/i)
      expect(server.sockets.get(localPort)?.bytesRead).toBeLessThan(1_000_000)
    })
    await Promise.all(refused)
  })

  it("gets its answer although it continues sending", async () => {
    const chunks = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536))
    })
    const init = { method: "POST", body: chunks, duplex: "half" } as RequestInit
    const response = await fetch(`${server.url}/payments`, init)
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ error: { code: "api_key_missing" } })
  })

  it("without a body is not one of these, so its connection stays open", async () => {
    const again = headOf("GET /at-once", host, last)
    const answers = exchange(server.url, headOf("GET /at-once", host), again)
    expect(statusesIn(await answers)).toEqual([200, 200])
  })

  it("leaves the connection open if the whole body had arrived", async () => {
    const refused = `${headOf("POST /payments", host, "Content-Length: 2")}{}`
    const answers = exchange(server.url, refused, headOf("GET /health", host, last))
    expect(statusesIn(await answers)).toEqual([401, 200])
  })
})

describe("a body that comes in pieces", () => {
  const head = headOf(
    "POST /payments",
    ...[host, key, "Idempotency-Key: pieces", "Transfer-Encoding: chunked", last]
  )
  const inPieces = (bytes: number, each: number) => {
    const piece = `${each.toString(16)}\r\n${" ".repeat(each)}\r\n`
    return `${head}${piece.repeat(bytes / each)}0\r\n\r\n`
  }

  it("is read if they are few or not tiny", async () => {
    for (const [bytes, each] of [
      [500, 1],
      [64_000, 128]
    ] as const) {
      const answer = await exchange(server.url, inPieces(bytes, each))
      expect([each, statusesIn(answer)]).toEqual([each, [422]])
    }
  })

  it("is refused, and not read on, if they are tiny", async () => {
    const answer = await exchange(server.url, inPieces(64_000, 1))
    expect(statusesIn(answer)).toEqual([400])
    expect(answer).toContain("body_malformed")
  })
})

describe("requests that are sent before the first is answered", () => {
  const read = headOf("GET /payments?limit=1", host, key)
  const end = headOf("GET /payments?limit=1", host, key, last)

  it("are all answered, in their order", async () => {
    const nowhere = headOf("GET /nowhere", host, key)
    const answers = exchange(server.url, (read + nowhere).repeat(100) + end)
    const expected = Array.from({ length: 100 }, () => [200, 404]).flat()
    expect(statusesIn(await answers)).toEqual([...expected, 200])
  })

  it("run four at a time, with bodies and without", async () => {
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
    for (const left of [16, 12, 8, 4, 0]) {
      await until(() => shop.box.script.remaining() === left)
      await new Promise((resolve) => setTimeout(resolve, 20))
      expect(shop.box.script.remaining()).toBe(left)
      await shop.clock.advance(5000)
    }
    expect(statusesIn(await answers)).toEqual(Array.from({ length: 21 }, () => 200))
  })

  it("close the connection if there are hundreds in one piece, and are not kept", async () => {
    // A server of its own, because requests that another test cut off are logged late.
    const flooded = await serve()
    const answers = await exchange(flooded.url, "GET /nowhere HTTP/1.1\r\n\r\n".repeat(2000))
    expect(statusesIn(answers)).toEqual([])
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(flooded.logs.length).toBeLessThanOrEqual(4)
    expect(flooded.answers.size).toBe(0)
  })

  it("don't run any more while nobody reads the answers, and then are cut off", async () => {
    // The first request of the document waits until it is written.
    await fetch(`${hasty.url}/openapi.json`)
    const before = hasty.logs.length
    const client = connection(hasty.url).pause()
    const writing = keepWriting(client, headOf("GET /openapi.json", host, key).repeat(100))
    await until(() => hasty.sockets.get(client.localPort)?.destroyed === true)
    const answered = hasty.logs.length
    expect(answered - before).toBeGreaterThan(0)
    expect(answered - before).toBeLessThan(500)
    client.destroy()
    await writing
    expect(hasty.logs.length).toBe(answered)
  })
})

describe("a client that is slow", () => {
  it.each([
    ["its headers", `POST /payments HTTP/1.1\r\n${host}\r\n`],
    ["its body", headOf("POST /payments", host, key, "Idempotency-Key: slow", "Content-Length: 99")]
  ])(
    "to send %s is answered 408 after the timeout, whatever still trickles in",
    async (_, begun) => {
      const socket = connection(hasty.url)
      socket.write(begun)
      const trickle = setInterval(() => socket.write("x"), 20)
      const answer = await allOf(socket)
      clearInterval(trickle)
      expect(statusesIn(answer)).toEqual([408])
      expect(answer).toContain("request_timeout")
    }
  )

  it("to send anything at all gets 408, and is cut off", async () => {
    expect(statusesIn(await allOf(connection(hasty.url)))).toEqual([408])
  })

  it("has all the time that the engine needs for the answer", async () => {
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
    await new Promise((resolve) => setTimeout(resolve, 500))
    await shop.clock.advance(5000)
    expect(await (await answer).json()).toMatchObject({ status: "succeeded" })
  })
})
