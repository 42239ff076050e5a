import { brotliDecompressSync, createBrotliDecompress, createGunzip, gunzipSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { acceptedBy, compressed, compressedOnce, isCompressible } from "./compression.ts"

const html = { "Content-Type": "text/html; charset=UTF-8" }
const long = "Coffee of the finest kind. ".repeat(60)

/** Returns the answer to a request with these headers. */
const answered = async (
  response: Response,
  { method = "GET", accept = "br", mayBeSecret = false } = {}
): Promise<Response> => {
  const asked = { method, headers: new Headers({ "Accept-Encoding": accept }) }
  return isCompressible(asked, response) ? compressed(asked, response, mayBeSecret) : response
}

/** Returns the headers that compression concerns. */
const about = ({ headers }: Response) =>
  ["content-encoding", "vary", "etag"].map((name) => headers.get(name))

describe("an answer", () => {
  it("is compressed with brotli rather than gzip, and only as the client accepts", () => {
    for (const [header, encoding] of [
      ["gzip, deflate, br", "br"],
      ["br;q=0.1, gzip", "br"],
      ["BR;q=0, GZIP;q=0.5", "gzip"],
      ["*", "br"],
      ["*;q=0", null],
      ["br;q=0, *", "gzip"],
      ["br;q=0,gzip;q=0", null],
      ["br ; q=0.000, gzip;q=0.001", "gzip"],
      ["*;q=0, gzip", "gzip"],
      ["identity", null],
      ["identity;q=0, gzip", "gzip"],
      ["deflate, zstd", null],
      ["brr, xgzip", null],
      [";;,,=;q", null],
      ["", null],
      [null, null]
    ] as const) {
      expect([header, acceptedBy(header)]).toEqual([header, encoding])
    }
  })

  it.each([
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync]
  ])("in %s has its length, a weak tag and no ranges", async (accept, decode) => {
    const headers = { ...html, ETag: '"1"', "Accept-Ranges": "bytes", "Content-Length": "1620" }
    const answer = await answered(new Response(long, { headers, status: 404 }), { accept })
    const body = Buffer.from(await answer.arrayBuffer())
    expect(decode(body).toString()).toBe(long)
    expect(about(answer)).toEqual([accept, "Accept-Encoding", 'W/"1"'])
    expect(answer.headers.get("content-length")).toBe(String(body.length))
    expect(answer.headers.has("accept-ranges")).toBe(false)
    expect(answer.status).toBe(404)
  })

  it.each([
    ["of a request that may be signed", { mayBeSecret: true }, long],
    ["to HEAD", { method: "HEAD" }, long],
    ["to a client that accepts nothing", { accept: "" }, long],
    ["of 1,023 bytes", {}, "x".repeat(1023)]
  ])("%s is sent uncompressed, with Vary for caches", async (_, asked, body) => {
    const headers = { ...html, ETag: '"1"', "Content-Length": String(body.length) }
    const answer = await answered(new Response(body, { headers }), asked)
    expect(about(answer)).toEqual([null, "Accept-Encoding", '"1"'])
    expect(answer.headers.get("content-length")).toBe(String(body.length))
    expect(await answer.text()).toBe(body)
  })

  it("of 1,024 bytes is compressed", async () => {
    const answer = await answered(new Response("x".repeat(1024), { headers: html }))
    expect(about(answer)[0]).toBe("br")
  })

  it("that is not modified has the same Vary as the cached one, and no body", async () => {
    const answer = await answered(new Response(null, { status: 304, headers: { ETag: '"1"' } }))
    expect([answer.status, answer.body, about(answer)]).toEqual([
      304,
      null,
      [null, "Accept-Encoding", '"1"']
    ])
  })

  it.each([204, 205])("without a body stays without one: %d", async (status) => {
    const answer = await answered(new Response(null, { status, headers: html }))
    expect([answer.status, answer.body, about(answer)[0]]).toEqual([status, null, null])
  })

  it.each([
    ["GET", { "Content-Range": "bytes 0-1619/5000" }],
    ["GET", { "Content-Encoding": "zstd" }],
    ["GET", { "Cache-Control": "public, No-Transform" }],
    ["GET", { "Content-Type": "text/event-stream" }],
    ["GET", { "Content-Type": "text/htmlx" }],
    ["POST", {}]
  ])("to %s with %j is left unchanged", async (method, headers) => {
    const response = new Response(long, { status: 206, headers: { ...html, ...headers } })
    expect(await answered(response, { method })).toBe(response)
  })

  it.each([
    ["Accept-Encoding", "Accept-Encoding"],
    ["Origin, accept-encoding", "Origin, accept-encoding"],
    ["*", "*"],
    ["X-Accept-Encoding", "X-Accept-Encoding, Accept-Encoding"]
  ])("that varies by %s varies by %s", async (Vary, varies) => {
    const answer = await answered(new Response(long, { headers: { ...html, Vary } }))
    expect(answer.headers.get("vary")).toBe(varies)
  })

  it("keeps each of its cookies", async () => {
    const response = new Response(long, { headers: html })
    for (const cookie of ["a=1", "b=2"]) response.headers.append("Set-Cookie", cookie)
    expect((await answered(response)).headers.getSetCookie()).toEqual(["a=1", "b=2"])
  })
})

describe("a stream", () => {
  /** Returns a body whose parts are sent one by one. `ended` is the reason why reading stopped. */
  const openStream = () => {
    const ended = Promise.withResolvers<unknown>()
    let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (given) => {
        controller = given
      },
      cancel: (reason) => ended.resolve(reason)
    })
    return {
      body,
      ended: ended.promise,
      send: (text: string) => controller?.enqueue(new TextEncoder().encode(text)),
      close: () => controller?.close(),
      fail: (error: Error) => controller?.error(error)
    }
  }

  it.each([
    ["br", createBrotliDecompress],
    ["gzip", createGunzip]
  ])("is sent part by part, in %s", async (accept, decoder) => {
    const { body, send, close } = openStream()
    send("first,")
    const answer = await answered(new Response(body, { headers: html }), { accept })
    expect(about(answer)).toEqual([accept, "Accept-Encoding", null])
    expect(answer.headers.has("content-length")).toBe(false)
    const decoded = decoder()
    const reading = (async () => {
      for await (const part of answer.body ?? []) decoded.write(part)
      decoded.end()
    })()
    const parts = decoded[Symbol.asyncIterator]()
    for (const text of ["second,", "third,", ""]) {
      // Sends the next part after the one before it was read.
      expect(String((await parts.next()).value)).toMatch(/^(first|second|third),$/)
      if (text === "") close()
      else send(text)
    }
    expect((await parts.next()).done).toBe(true)
    await reading
  })

  it("that nobody reads any more ends at its source", async () => {
    const { body, ended, send } = openStream()
    send("first")
    const answer = await answered(new Response(body, { headers: html }))
    const reader = answer.body?.getReader()
    await reader?.read()
    await reader?.cancel("gone")
    await ended
  })

  it("that breaks off also breaks off for the client", async () => {
    const { body, send, fail } = openStream()
    send("first")
    const answer = await answered(new Response(body, { headers: html }))
    fail(new Error("The database is gone."))
    await expect(answer.arrayBuffer()).rejects.toThrow("The database is gone.")
  })

  it("that is available at once has a length, however many parts it has", async () => {
    const { body, send, close } = openStream()
    for (const text of [long, long, long]) send(text)
    close()
    const answer = await answered(new Response(body, { headers: html }))
    const sent = Buffer.from(await answer.arrayBuffer())
    expect(answer.headers.get("content-length")).toBe(String(sent.length))
    expect(brotliDecompressSync(sent).toString()).toBe(long.repeat(3))
  })
})

describe("a document that everybody may read", () => {
  const answerOf = (text: string, tag: string) =>
    new Response(text, { headers: { "Content-Type": "application/json", ETag: `"${tag}"` } })

  const asking = (accept: string) => ({
    method: "GET",
    headers: new Headers({ "Accept-Encoding": accept })
  })

  it("is compressed once for each encoding, however often it is requested", async () => {
    const compress = compressedOnce()
    for (const [accept, decode] of [
      ["br", brotliDecompressSync],
      ["gzip", gunzipSync],
      [null, (body: Buffer) => body]
    ] as const) {
      const answers = [1, 2, 3].map(() => answerOf(long, "1"))
      const sent = await Promise.all(
        answers.map((answer) => compress(asking(accept ?? ""), answer))
      )
      expect(answers.map(({ bodyUsed }) => bodyUsed)).toEqual([true, false, false])
      for (const answer of sent) {
        const tag = accept === null ? '"1"' : 'W/"1"'
        expect(about(answer)).toEqual([accept, "Accept-Encoding", tag])
        const body = Buffer.from(await answer.arrayBuffer())
        expect(answer.headers.get("content-length")).toBe(String(body.length))
        expect(decode(body).toString()).toBe(long)
      }
    }
  })

  it("is compressed again if it changed", async () => {
    const compress = compressedOnce()
    for (const tag of ["1", "2"]) {
      const answer = await compress(asking("br"), answerOf(long + tag, tag))
      const body = Buffer.from(await answer.arrayBuffer())
      expect(brotliDecompressSync(body).toString()).toBe(long + tag)
    }
  })

  it("is compressed again after a failure", async () => {
    const compress = compressedOnce()
    const broken = new ReadableStream({ pull: () => Promise.reject(new Error("It broke off.")) })
    const failing = new Response(broken, answerOf("", "1"))
    await expect(compress(asking("br"), failing)).rejects.toThrow("It broke off.")
    expect((await compress(asking("br"), answerOf(long, "1"))).status).toBe(200)
  })
})
