import { once } from "node:events"
import { Agent, createServer, request, type Server, type ServerResponse } from "node:http"
import { connect } from "node:net"
import { PaymentCollection } from "@payloom/core"
import { chargeThat, settled } from "@payloom/testkit"
import { Effect } from "effect"
import { Hono } from "hono"
import { afterAll, describe, expect, it } from "vitest"
import type { RequestLog } from "./responder.ts"
import { gracefulClose, type Serving, serveNode } from "./serveNode.ts"
import { openShop, type Shop } from "./testing/openShop.ts"
import { type Json, type Reply, readReply } from "./testing/shopClient.ts"
import { until } from "./testing/until.ts"

const open: Array<Serving> = []

/** Closing waits for a running request. If it waits for a connection in vain, the test hangs. */
const graceMs = 3_600_000

/** Starts a shop on a free port. */
const listening = async () => {
  const shop = await openShop()
  const serving = await serveNode(shop.payloom, { port: 0, graceMs })
  open.push(serving)
  const card = await shop.saveCard("approved")
  return { shop, serving, card }
}

afterAll(async () => {
  await Promise.all(open.map(({ close }) => close()))
})

const charge = (card: string) =>
  JSON.stringify({ amount: "1250", currency: "EUR", type: "one_off", payment_instrument: card })

const headersOf = ({ secretKey }: Shop, key: string) => ({
  Authorization: `Bearer ${secretKey}`,
  "Idempotency-Key": key,
  "Content-Type": "application/json"
})

/** Returns the beginning of a POST /payments on the wire. More headers may follow. */
const headOf = (shop: Shop, key: string) =>
  Object.entries(headersOf(shop, key)).reduce(
    (head, [name, value]) => `${head}${name}: ${value}\r\n`,
    "POST /payments HTTP/1.1\r\nHost: shop\r\n"
  )

const post = async (url: string, shop: Shop, key: string, body: string): Promise<Reply> =>
  readReply(await fetch(`${url}/payments`, { method: "POST", headers: headersOf(shop, key), body }))

/** Sends one GET through an agent. Returns the local port, which identifies the connection. */
const portUsed = (url: string, agent: Agent, headers: Readonly<Record<string, string>>) =>
  new Promise<number | undefined>((resolve, reject) => {
    const sent = request(`${url}/payments`, { agent, headers }, (response) => {
      const port = response.socket.localPort
      response.resume().on("end", () => resolve(port))
    })
    sent.on("error", reject).end()
  })

describe("the listener on Node", () => {
  it("listens on 127.0.0.1 by default, and on any free port for 0", async () => {
    const { serving } = await listening()
    expect(serving.url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d+$/)
    expect((await fetch(`${serving.url}/health`)).status).toBe(200)
  })

  it("refuses to start on a used port", async () => {
    const { shop, serving } = await listening()
    const port = Number(new URL(serving.url).port)
    await expect(serveNode(shop.payloom, { port })).rejects.toMatchObject({ code: "EADDRINUSE" })
  })

  it("answers over a socket what the handler answers", async () => {
    const { shop, serving, card } = await listening()
    const first = await post(serving.url, shop, "socket", charge(card))
    expect([first.status, first.json.status]).toEqual([200, "succeeded"])
    expect(first.headers.get("Request-Id")).toMatch(/^req_/)
    const again = await shop.pay({ payment_instrument: card }, { key: "socket" })
    expect(again.text).toBe(first.text)
  })

  it("keeps a connection alive for further requests", async () => {
    const { shop, serving } = await listening()
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const headers = headersOf(shop, "unused")
    const ports = [
      await portUsed(serving.url, agent, headers),
      await portUsed(serving.url, agent, headers),
      await portUsed(serving.url, agent, headers)
    ]
    agent.destroy()
    expect(new Set(ports).size).toBe(1)
  })

  it("refuses a body above 64 KiB with 413, with or without its length", async () => {
    const { shop, serving } = await listening()
    const told = await post(serving.url, shop, "long", "x".repeat(65_537))
    expect([told.status, told.error.code]).toEqual([413, "body_too_large"])
    const chunks = new Blob(["x".repeat(40_000), "x".repeat(40_000)]).stream()
    const init = { method: "POST", headers: headersOf(shop, "chunks"), body: chunks }
    const untold = await fetch(`${serving.url}/payments`, {
      ...init,
      duplex: "half"
    } as RequestInit)
    expect(untold.status).toBe(413)
  })

  it("refuses unauthenticated requests at once, without waiting for the body", async () => {
    const { serving } = await listening()
    const socket = connect(Number(new URL(serving.url).port), "127.0.0.1")
    socket.write("POST /payments HTTP/1.1\r\nHost: shop\r\nContent-Length: 100\r\n\r\n{")
    const [answer] = (await once(socket, "data")) as [Buffer]
    socket.destroy()
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 401 .*"code":"api_key_missing"/s)
  })

  it("answers 500 for a page that throws a value that is not an error, and logs it", async () => {
    const { payloom } = await openShop()
    const logs: Array<RequestLog> = []
    const pages = new Hono().get("/page", () => {
      throw "the page's template is gone"
    })
    const serving = await serveNode(payloom, { port: 0, pages, onRequest: (log) => logs.push(log) })
    open.push(serving)
    const { status, error } = await readReply(await fetch(`${serving.url}/page`))
    expect([status, error.code]).toEqual([500, "internal_error"])
    expect(logs).toMatchObject([
      { status: 500, cause: expect.stringContaining("the page's template is gone") }
    ])
  })

  it("survives a client that sends half a request and disconnects", async () => {
    const { shop, serving, card } = await listening()
    const socket = connect(Number(new URL(serving.url).port), "127.0.0.1")
    await new Promise<void>((resolve) =>
      socket.write(`${headOf(shop, "half")}Content-Length: 500\r\n\r\n{"am`, () => resolve())
    )
    socket.destroy()
    await settled()
    const reply = await post(serving.url, shop, "half", charge(card))
    expect([reply.status, reply.headers.has("Idempotent-Replay")]).toEqual([200, false])
  })
})

describe("a client that disconnects while its charge runs", () => {
  it("cancels nothing: the charge happens once and its key answers for it", async () => {
    const { shop, serving, card } = await listening()
    shop.box.script.charge(chargeThat.answersAfter(10_000))
    const impatience = new AbortController()
    const gone = fetch(`${serving.url}/payments`, {
      method: "POST",
      headers: headersOf(shop, "impatient"),
      body: charge(card),
      signal: impatience.signal
    })
    const failure = expect(gone).rejects.toMatchObject({ name: "AbortError" })
    await until(() => shop.box.script.remaining() === 0)
    impatience.abort()
    await failure
    await settled()
    const meanwhile = await post(serving.url, shop, "impatient", charge(card))
    expect(meanwhile.error.code).toBe("idempotency_key_in_flight")
    await shop.clock.advance(10_000)
    const replay = await post(serving.url, shop, "impatient", charge(card))
    expect(replay.headers.get("Idempotent-Replay")).toBe("true")
    expect(replay.json).toMatchObject({ status: "succeeded", amount_captured: "1250" })
    expect(((await shop.get("/payments")).json.data as Array<Json>).length).toBe(1)
  })
})

describe("closing", () => {
  it("answers running requests, takes no more, then closes the engine", async () => {
    const { shop, serving, card } = await listening()
    shop.box.script.charge(chargeThat.answersAfter(5000))
    const running = post(serving.url, shop, "running", charge(card))
    await until(() => shop.box.script.remaining() === 0)
    let isClosed = false
    const closing = serving.close().then(() => {
      isClosed = true
    })
    await settled()
    await expect(fetch(`${serving.url}/health`)).rejects.toThrow()
    expect(isClosed).toBe(false)
    await shop.clock.advance(5000)
    const reply = await running
    expect([reply.status, reply.json.status]).toEqual([200, "succeeded"])
    await closing
  })

  it("does not wait for connections that are kept alive, neither idle nor just answered", async () => {
    const { shop, serving, card } = await listening()
    const agent = new Agent({ keepAlive: true })
    await portUsed(serving.url, agent, headersOf(shop, "unused"))
    shop.box.script.charge(chargeThat.answersAfter(5000))
    const running = post(serving.url, shop, "kept alive", charge(card))
    await until(() => shop.box.script.remaining() === 0)
    const closing = serving.close()
    await settled()
    await shop.clock.advance(5000)
    expect((await running).status).toBe(200)
    await closing
    agent.destroy()
  })

  it("finishes a charge whose client disconnected before", async () => {
    const { shop, serving, card } = await listening()
    shop.box.script.charge(chargeThat.answersAfter(5000))
    const impatience = new AbortController()
    const init = { method: "POST", headers: headersOf(shop, "left"), body: charge(card) }
    const gone = fetch(`${serving.url}/payments`, { ...init, signal: impatience.signal })
    const failure = expect(gone).rejects.toThrow()
    await until(() => shop.box.script.remaining() === 0)
    impatience.abort()
    await failure
    const closing = serving.close()
    await settled()
    await shop.clock.advance(5000)
    await closing
    const stored = await Effect.runPromise(
      shop.storage.page({ tenant: shop.tenant, mode: "test" }, PaymentCollection, {
        order: "asc",
        limit: 10
      })
    )
    expect(stored.map(({ row }) => row.status)).toEqual(["succeeded"])
  })

  it("cuts off a stalled upload after the grace period", async () => {
    const shop = await openShop()
    const serving = await serveNode(shop.payloom, { port: 0, graceMs: 50 })
    const socket = connect(Number(new URL(serving.url).port), "127.0.0.1")
    await new Promise((resolve) => socket.once("connect", resolve))
    const ended = new Promise<void>((resolve) => socket.once("close", () => resolve()))
    socket.on("error", () => undefined)
    socket.write(`${headOf(shop, "stalled")}Content-Length: 100\r\n\r\n{`)
    await settled()
    await serving.close()
    await ended
    expect(socket.destroyed).toBe(true)
  })
})

describe("a custom server, closed gracefully", () => {
  /** Starts a server that answers when the test says so. */
  const serveSlowly = async (patienceMs = graceMs) => {
    const running: Array<ServerResponse> = []
    const server: Server = createServer((_, response) => {
      running.push(response)
    })
    const closeServer = gracefulClose(server, patienceMs)
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const address = server.address()
    const port = typeof address === "object" ? (address?.port ?? 0) : 0
    const answering = fetch(`http://127.0.0.1:${port}`).then((response) => response.text())
    await until(() => running.length === 1)
    return { closeServer, answering, response: running[0] as ServerResponse, port }
  }

  it("answers running requests, and waits for no connection that is kept alive", async () => {
    const { closeServer, answering, response } = await serveSlowly()
    const closing = closeServer()
    response.end("answered")
    expect(await answering).toBe("answered")
    await closing
  })

  it("also ends a connection whose answer had begun by then", async () => {
    const { closeServer, answering, response } = await serveSlowly()
    response.write("begun, ")
    await settled()
    const closing = closeServer()
    response.end("ended")
    expect(await answering).toBe("begun, ended")
    await closing
  })

  it("waits for no connection without a request, as browsers open them", async () => {
    const { closeServer, answering, response, port } = await serveSlowly()
    const silent = connect(port, "127.0.0.1")
    await once(silent, "connect")
    const ended = once(silent, "close")
    const closing = closeServer()
    response.end()
    await Promise.all([answering, closing, ended])
  })

  it("cuts off requests that take longer than the grace period", async () => {
    const { closeServer, answering } = await serveSlowly(50)
    const cutOff = expect(answering).rejects.toThrow()
    await closeServer()
    await cutOff
  })
})
