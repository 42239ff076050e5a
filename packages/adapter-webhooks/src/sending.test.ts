import { createServer } from "node:net"
import { gzipSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { divertedSender, send } from "./testing/senders.ts"
import { listenFor, startEndpoint, startTlsEndpoint } from "./testing/startEndpoint.ts"
import { webhookSender } from "./webhookSender.ts"

const urlOf = ({ port }: { readonly port: number }) => `http://127.0.0.1:${port}/`

describe("a webhook", () => {
  it("is one POST with exactly these headers and these bytes", async () => {
    const endpoint = await startEndpoint()
    const headers = {
      "content-type": "application/json",
      "user-agent": "Payloom",
      "webhook-id": "event_1",
      "webhook-signature": "v1,a= v1,b="
    }
    const body = '{"name":"Zoë – 測試 😀","a":"\\u0000"}'
    const url = `http://127.0.0.1:${endpoint.port}/hooks/a%20b?of=payloom&x=%2F#part`
    await send(webhookSender(), { url, headers, body })
    const [arrived] = endpoint.arrived
    expect(arrived?.body).toBe(body)
    expect(arrived?.request.method).toBe("POST")
    expect(arrived?.request.url).toBe("/hooks/a%20b?of=payloom&x=%2F")
    expect(arrived?.request.headers).toEqual({
      ...headers,
      host: `127.0.0.1:${endpoint.port}`,
      connection: "keep-alive",
      "content-length": `${Buffer.byteLength(body)}`
    })
  })

  it("returns no cookie that an endpoint has set", async () => {
    const endpoint = await startEndpoint((_, response) =>
      response.writeHead(200, { "set-cookie": "session=1" }).end()
    )
    const sender = webhookSender()
    await send(sender, { url: urlOf(endpoint) })
    await send(sender, { url: urlOf(endpoint) })
    expect(endpoint.arrived.map(({ request }) => request.headers.cookie)).toEqual([
      undefined,
      undefined
    ])
  })

  it("reuses the connection of the one before it", async () => {
    const endpoint = await startEndpoint((_, response) => response.end("thanks"))
    const sender = webhookSender()
    for (let nth = 0; nth < 3; nth += 1) await send(sender, { url: urlOf(endpoint) })
    expect([endpoint.arrived.length, endpoint.connections()]).toEqual([3, 1])
  })
})

describe("an answer", () => {
  it.each([200, 204, 300, 304, 400, 401, 404, 410, 429, 500, 503, 599])(
    "is reported by its status, whatever that is: %i",
    async (status) => {
      const endpoint = await startEndpoint((_, response) => response.writeHead(status).end())
      const response = await send(webhookSender(), { url: urlOf(endpoint) })
      expect(response).toEqual({ _tag: "Answered", status, excerpt: "" })
    }
  )

  it.each([
    ["120", 120_000],
    ["0", 0],
    ["99999999999", 86_400_000],
    ["soon", undefined]
  ])("has the wait that Retry-After asks for: %s", async (header, expected) => {
    const endpoint = await startEndpoint((_, response) =>
      response.writeHead(503, { "retry-after": header }).end()
    )
    const response = await send(webhookSender(), { url: urlOf(endpoint) })
    expect(response).toEqual({
      _tag: "Answered",
      status: 503,
      excerpt: "",
      ...(expected === undefined ? {} : { retryAfterMs: expected })
    })
  })

  it("has the beginning of its body as its excerpt, at most 500 characters", async () => {
    const endpoint = await startEndpoint((_, response) => response.end("é".repeat(700)))
    const response = await send(webhookSender(), { url: urlOf(endpoint) })
    expect(response).toMatchObject({ excerpt: "é".repeat(500) })
  })

  it.each([
    ["text", Buffer.from("no such order"), "no such order"],
    ["no UTF-8", Buffer.from([0x6f, 0x6b, 0xff, 0x21]), "ok\uFFFD!"],
    ["text that is cut off", Buffer.from("ok 😀").subarray(0, 5), "ok "],
    ["more than is read", Buffer.from("😀".repeat(600)), "😀".repeat(250)],
    ["cut in a pair", Buffer.from(`x${"😀".repeat(600)}`), `x${"😀".repeat(249)}\uFFFD`]
  ])("is read as text whatever it is: %s", async (_, body, excerpt) => {
    const endpoint = await startEndpoint((_, response) => response.end(body))
    expect(await send(webhookSender(), { url: urlOf(endpoint) })).toMatchObject({ excerpt })
  })

  it("is never decompressed, so a compressed one has an empty excerpt", async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    const endpoint = await startEndpoint((_, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(bomb)
    )
    const response = await send(webhookSender(), { url: urlOf(endpoint) })
    expect(response).toEqual({ _tag: "Answered", status: 200, excerpt: "" })
    expect(endpoint.arrived[0]?.request.headers["accept-encoding"]).toBeUndefined()
  })
})

describe("a failure is described in a sentence", () => {
  const reasonFrom = async (url: string) => {
    const response = await send(webhookSender(), { url })
    return response._tag === "Failed" ? response.reason : response
  }

  it("if nobody listens", async () => {
    const server = createServer()
    const { port } = await listenFor(server)
    await new Promise((resolve) => server.close(resolve))
    expect(await reasonFrom(urlOf({ port }))).toBe("The connection was refused.")
  })

  it("if the connection is closed without an answer", async () => {
    const server = createServer((socket) => socket.once("data", () => socket.destroy()))
    expect(await reasonFrom(urlOf(await listenFor(server)))).toBe(
      "The connection was closed before an answer came."
    )
  })

  it.each([
    ["another protocol", "SSH-2.0-OpenSSH_9.2\r\n", "The answer is not HTTP."],
    [
      "headers without an end",
      `HTTP/1.1 200 OK\r\na: ${"b".repeat(20_000)}`,
      "The headers of the answer are too long."
    ],
    [
      "a change of protocols",
      "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n",
      "The connection was closed before an answer came."
    ]
  ])("if the answer is not HTTP but %s", async (_, text, reason) => {
    const server = createServer((socket) => socket.once("data", () => socket.write(text)))
    expect(await reasonFrom(urlOf(await listenFor(server)))).toBe(reason)
  })

  it("if a header can't be sent", async () => {
    const endpoint = await startEndpoint()
    const headers = { "webhook-id": "a\r\nx-injected: 1" }
    const response = await send(webhookSender(), { url: urlOf(endpoint), headers })
    expect(response).toMatchObject({ _tag: "Failed" })
    expect(endpoint.connections()).toBe(0)
  })

  it("if plain http is spoken but TLS is expected", async () => {
    const endpoint = await startEndpoint()
    expect(await reasonFrom(`https://127.0.0.1:${endpoint.port}/`)).toBe(
      "No TLS connection could be made."
    )
  })

  it("if the certificate is signed by an unknown authority, also in test mode", async () => {
    const endpoint = await startTlsEndpoint()
    expect(await reasonFrom(`https://127.0.0.1:${endpoint.port}/`)).toBe(
      "The certificate is signed by an unknown authority, or its chain is incomplete."
    )
    expect(endpoint.arrived).toEqual([])
  })

  it("if the certificate is for another name", async () => {
    const endpoint = await startTlsEndpoint()
    const { sender } = divertedSender(async () => ["93.184.215.14"])
    const url = `https://other.example:${endpoint.port}/`
    const response = await send(sender, { url, mode: "live" })
    expect(response).toEqual({ _tag: "Failed", reason: "The certificate is for another name." })
    expect(endpoint.arrived).toEqual([])
  })
})
