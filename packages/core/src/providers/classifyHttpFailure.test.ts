import { createServer } from "node:http"
import { type AddressInfo, createServer as createTcpServer, type Server } from "node:net"
import { afterEach, describe, expect, it } from "vitest"
import { classifyHttpFailure } from "./classifyHttpFailure.ts"

const servers: Array<{ readonly close: () => unknown }> = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

const portOf = async (server: Server): Promise<number> => {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return (server.address() as AddressInfo).port
}

/** Returns the error that `fetch` throws for an address. */
const thrownBy = async (url: string, init: RequestInit = {}): Promise<unknown> =>
  fetch(url, { method: "POST", body: "charge", ...init }).then(
    () => "answered",
    (thrown: unknown) => thrown
  )

describe("a call that threw", () => {
  it("was not sent if the connection was refused", async () => {
    const server = createTcpServer()
    const port = await portOf(server)
    await new Promise((resolve) => server.close(resolve))
    const failure = classifyHttpFailure(await thrownBy(`http://127.0.0.1:${port}/`))
    expect(failure).toMatchObject({
      _tag: "NotSent",
      reason: expect.stringContaining("ECONNREFUSED")
    })
  })

  it("was not sent if the host name does not resolve", async () => {
    const failure = classifyHttpFailure(await thrownBy("http://nowhere.invalid/"))
    expect(failure?._tag).toBe("NotSent")
  })

  it("may have been carried out if the connection broke before the answer", async () => {
    const server = createTcpServer((socket) => socket.once("data", () => socket.destroy()))
    const port = await portOf(server)
    expect(classifyHttpFailure(await thrownBy(`http://127.0.0.1:${port}/`))?._tag).toBe("Unknown")
  })

  it("may have been carried out if the answer stopped half-way", async () => {
    const server = createServer((_, response) => {
      response.writeHead(200, { "content-length": "1000" })
      response.write("{")
      setTimeout(() => response.destroy(), 10)
    })
    const port = await portOf(server)
    const response = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "charge" })
    const thrown = await response.text().catch((error: unknown) => error)
    expect(classifyHttpFailure(thrown)?._tag).toBe("Unknown")
  })

  it("may have been carried out if it timed out", async () => {
    const port = await portOf(createServer(() => undefined))
    const signal = AbortSignal.timeout(20)
    expect(classifyHttpFailure(await thrownBy(`http://127.0.0.1:${port}/`, { signal }))?._tag).toBe(
      "Unknown"
    )
  })

  it("was not sent if no address accepted the connection, and otherwise may have been", () => {
    const refused = Object.assign(new Error("no"), { code: "ECONNREFUSED" })
    const reset = Object.assign(new Error("no"), { code: "ECONNRESET" })
    const wrapped = (...errors: ReadonlyArray<Error>) =>
      new TypeError("fetch failed", { cause: new AggregateError(errors) })
    expect(classifyHttpFailure(wrapped(refused, refused))?._tag).toBe("NotSent")
    expect(classifyHttpFailure(wrapped(refused, reset))?._tag).toBe("Unknown")
    const many = Array.from({ length: 30 }, () => refused)
    expect(classifyHttpFailure(wrapped(...many))?._tag).toBe("NotSent")
    expect(classifyHttpFailure(wrapped(...many, reset))?._tag).toBe("Unknown")
  })

  it("was not sent if there was no route to connect, but may have been if the route was lost", () => {
    const error = (more: object) =>
      Object.assign(new Error("no"), { code: "EHOSTUNREACH", ...more })
    expect(classifyHttpFailure(error({ syscall: "connect" }))?._tag).toBe("NotSent")
    expect(classifyHttpFailure(error({ syscall: "read" }))?._tag).toBe("Unknown")
  })

  it.each([undefined, null, "text", 17, {}, new Error("of no kind"), { cause: "loop" }])(
    "may have been carried out after an unknown error such as %o",
    (thrown) => {
      expect(classifyHttpFailure(thrown)?._tag).toBe("Unknown")
    }
  )

  it("is told with the messages of its causes, each once", () => {
    const reset = new Error("read ECONNRESET")
    const failed = new Error("fetch failed", { cause: reset })
    const wrapped = new Error("The request failed", { cause: failed })
    const reason = "The request failed: fetch failed: read ECONNRESET"
    expect(classifyHttpFailure(wrapped)).toEqual({ _tag: "Unknown", reason })
    reset.cause = failed
    expect(classifyHttpFailure(wrapped)).toEqual({ _tag: "Unknown", reason })
  })

  it("is searched to a limited depth and width, and never in circles", () => {
    const loop: { cause?: unknown } = {}
    loop.cause = loop
    expect(classifyHttpFailure(loop)?._tag).toBe("Unknown")
    let wide: object = Object.assign(new Error("no"), { code: "ECONNREFUSED" })
    for (let deep = 0; deep < 8; deep += 1) {
      wide = { errors: Array.from({ length: 32 }, () => wide) }
    }
    expect(classifyHttpFailure(wide)?._tag).toBe("Unknown")
  })
})

describe("a response", () => {
  it.each([401, 403, 429])("of %i means that the account was refused", (status) => {
    const failure = classifyHttpFailure(new Response("", { status }))
    expect(failure).toMatchObject({ _tag: "AccountUnavailable", rawCode: `http_${status}` })
  })

  it.each([408, 409, 424, 425, 500, 502, 503, 504, 529])(
    "of %i leaves the outcome unknown",
    (status) => {
      expect(classifyHttpFailure(new Response("", { status }))).toEqual({
        _tag: "Unknown",
        reason: `The provider answered HTTP ${status}.`
      })
    }
  )

  it.each([200, 201, 202, 400, 402, 404, 422])(
    "of %i is an answer with a body to read",
    (status) => {
      expect(classifyHttpFailure(new Response("", { status }))).toBeNull()
      expect(classifyHttpFailure({ statusCode: status })).toBeNull()
    }
  )
})
