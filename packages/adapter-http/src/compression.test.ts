import { get, type IncomingHttpHeaders, type IncomingMessage } from "node:http"
import { brotliDecompressSync, createBrotliDecompress, gunzipSync } from "node:zlib"
import { Hono } from "hono"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { compression, type Serving, serveNode } from "./serveNode.ts"
import { createSession, openCheckoutShop } from "./testing/openCheckout.ts"
import type { Shop } from "./testing/openShop.ts"

interface Received {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Returns the bytes of the connection, which `fetch` doesn't show. */
const receive = (url: string, headers: Readonly<Record<string, string>>, method = "GET") =>
  new Promise<Received>((resolve, reject) => {
    get(url, { headers, method }, (response) => {
      const parts: Array<Buffer> = []
      response.on("data", (part: Buffer) => parts.push(part))
      response.on("end", () => {
        const { statusCode: status, headers } = response
        resolve({ status, headers, body: Buffer.concat(parts) })
      })
    }).on("error", reject)
  })

const all = { "Accept-Encoding": "gzip, deflate, br" }
const long = "Coffee of the finest kind. ".repeat(60)
const page = `<!doctype html><title>Page</title>${long}`

describe("over Node's server, compression", () => {
  let shop: Shop
  let serving: Serving
  const parts = new TransformStream<Uint8Array<ArrayBuffer>>()
  beforeAll(async () => {
    shop = await openCheckoutShop()
    const pages = new Hono()
      .use(compression())
      .get("/page", (context) => context.html(page, 200, { Vary: "Cookie" }))
      .get("/short", (context) => context.html("<p>Short</p>"))
      .get("/fresh", (context) => context.body(null, 304, { ETag: 'W/"1"' }))
      .get("/broken", () => {
        throw new Error("The database is gone.")
      })
      .get("/parts", (context) =>
        context.body(parts.readable, 200, { "Content-Type": "text/html" })
      )
      .get("/text", (context) => context.text(long))
      .get("/fixed", (context) => context.html(page, 200, { "Cache-Control": "no-transform" }))
      .post("/page", (context) => context.html(page))
    serving = await serveNode(shop.payloom, { port: 0, pages })
  })
  afterAll(() => serving?.close())

  const payerHeaders = async (fields: object) => {
    const session = await createSession(shop, { ...fields })
    return {
      Authorization: `Bearer ${shop.publishableKey}`,
      "Session-Token": String(session.session_token)
    }
  }

  it.each([
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync]
  ])("shortens the payer's page answers, with %s", async (encoding, decode) => {
    const headers = await payerHeaders({ description: "Coffee ".repeat(60) })
    for (const path of ["/session", "/v1/session"]) {
      const plain = await receive(serving.url + path, headers)
      const url = serving.url + path
      const { headers: sent, body } = await receive(url, {
        ...headers,
        "Accept-Encoding": encoding
      })
      expect(sent["content-encoding"]).toBe(encoding)
      expect(sent.vary).toBe("Origin, Accept-Encoding")
      expect(sent["content-length"]).toBe(String(body.length))
      expect(sent["request-id"]).toMatch(/^req_/)
      expect(decode(body).toString()).toBe(plain.body.toString())
      expect(body.length).toBeLessThan(plain.body.length / 2)
      expect([plain.headers["content-encoding"], plain.headers.vary]).toEqual([
        undefined,
        "Origin, Accept-Encoding"
      ])
    }
  })

  it("shortens the OpenAPI document, which is the same for everybody", async () => {
    const { headers, body } = await receive(`${serving.url}/openapi.json`, all)
    expect(headers["content-encoding"]).toBe("br")
    expect(JSON.parse(brotliDecompressSync(body).toString()).openapi).toMatch(/^3/)
  })

  it("lets a reader of the compressed document ask if it changed", async () => {
    const url = `${serving.url}/openapi.json`
    const { headers } = await receive(url, all)
    expect(headers.etag).toMatch(/^W\/"/)
    const again = await receive(url, { ...all, "If-None-Match": headers.etag ?? "" })
    expect([again.status, again.body.length]).toEqual([304, 0])
  })

  it("leaves the merchant surface unchanged, because others' data is beside shoppers' text", async () => {
    for (let made = 0; made < 3; made++)
      await createSession(shop, { description: long.slice(0, 400) })
    const headers = { ...all, Authorization: `Bearer ${shop.secretKey}` }
    const { headers: sent, body } = await receive(`${serving.url}/checkout_sessions`, headers)
    expect(body.length).toBeGreaterThan(1024)
    expect(sent["content-encoding"]).toBeUndefined()
  })

  it("never reads answers of the merchant surface", async () => {
    const { body } = await receive(`${serving.url}/openapi.json`, {})
    const { paths } = JSON.parse(body.toString()) as { paths: Record<string, object> }
    const reads = Object.entries(paths).flatMap(([path, methods]) => ("get" in methods ? path : []))
    const varying = []
    for (const path of reads) {
      const headers = { ...all, Authorization: `Bearer ${shop.secretKey}` }
      const { headers: sent } = await receive(serving.url + path, headers)
      if (sent.vary?.includes("Accept-Encoding")) varying.push(path)
    }
    expect(reads.length).toBeGreaterThan(20)
    expect(varying).toEqual(["/session"])
  })

  it("sends parts as they arrive", async () => {
    const writer = parts.writable.getWriter()
    const answer = await new Promise<IncomingMessage>((resolve) => {
      get(`${serving.url}/parts`, { headers: { "Accept-Encoding": "br" } }, resolve)
      void writer.write(new TextEncoder().encode("first,"))
    })
    expect(answer.headers).toMatchObject({
      "content-encoding": "br",
      "transfer-encoding": "chunked"
    })
    const decoded = answer.pipe(createBrotliDecompress())[Symbol.asyncIterator]()
    expect(String((await decoded.next()).value)).toBe("first,")
    await writer.write(new TextEncoder().encode("second"))
    expect(String((await decoded.next()).value)).toBe("second")
    await writer.close()
    expect((await decoded.next()).done).toBe(true)
  })

  it.each([
    ["/page", "HEAD", 200],
    ["/openapi.json", "HEAD", 200],
    ["/fresh", "GET", 304]
  ])("sends no body and no encoding of %s to %s, but Vary", async (path, method, status) => {
    const answer = await receive(serving.url + path, all, method)
    expect([answer.status, answer.body.length]).toEqual([status, 0])
    expect(answer.headers.vary).toContain("Accept-Encoding")
    expect(answer.headers["content-encoding"]).toBeUndefined()
  })

  it("leaves a failing page to the server", async () => {
    const { status, headers } = await receive(`${serving.url}/broken`, all)
    expect([status, headers["content-encoding"]]).toEqual([500, undefined])
  })

  it("shortens pages that use it, and keeps their headers", async () => {
    const { headers, body } = await receive(`${serving.url}/page`, all)
    expect([headers["content-encoding"], headers.vary]).toEqual(["br", "Cookie, Accept-Encoding"])
    expect(headers["content-type"]).toContain("text/html")
    expect(brotliDecompressSync(body).toString()).toBe(page)
  })

  it.each([
    ["/page", { Cookie: "session=1" }, "GET"],
    ["/page", { Authorization: "Basic bWU6c2VjcmV0" }, "GET"],
    ["/page", { Authorization: "Bearer sk_test_1" }, "GET"],
    ["/page", {}, "POST"],
    ["/short", {}, "GET"],
    ["/text", {}, "GET"],
    ["/fixed", {}, "GET"]
  ])("leaves %s unchanged for %j by %s", async (path, headers, method) => {
    const { headers: sent, body } = await receive(
      serving.url + path,
      { ...all, ...headers },
      method
    )
    expect(sent["content-encoding"]).toBeUndefined()
    expect(body.toString()).toMatch(/Short|Coffee/)
  })
})
