import type { ServerResponse } from "node:http"
import { createServer } from "node:net"
import { Effect, Fiber } from "effect"
import { describe, expect, it } from "vitest"
import { send, sendEffect } from "./testing/senders.ts"
import { listenFor, startEndpoint } from "./testing/startEndpoint.ts"
import { webhookSender } from "./webhookSender.ts"

const urlOf = ({ port }: { readonly port: number }) => `http://127.0.0.1:${port}/`

/** Writes until the connection is closed. */
const forEver = (write: () => void, stop: { once(event: "close", end: () => void): unknown }) => {
  const timer = setInterval(write, 5)
  stop.once("close", () => clearInterval(timer))
}

const late = { _tag: "Failed", reason: "No answer came within 0.3 s." }

describe("an endpoint that hangs", () => {
  it("without an answer fails when the time is over, and its connection is closed", async () => {
    const endpoint = await startEndpoint(() => undefined)
    expect(await send(webhookSender(), { url: urlOf(endpoint), timeoutMs: 300 })).toEqual(late)
    await expect.poll(() => endpoint.open()).toBe(0)
  })

  it.each([
    ["nothing", ""],
    ["one byte after the other of endless headers", "HTTP/1.1 200 OK\r\nx: "],
    ["endless early hints", "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n"]
  ])("with %s fails when the time is over", async (_, text) => {
    const server = createServer((socket) => {
      socket.resume().write(text)
      if (text !== "") forEver(() => socket.write(text.includes("103") ? text : "a"), socket)
    })
    const endpoint = await listenFor(server)
    expect(await send(webhookSender(), { url: urlOf(endpoint), timeoutMs: 300 })).toEqual(late)
    await expect.poll(() => endpoint.open()).toBe(0)
  })

  it("in TLS fails when the time is over", async () => {
    const endpoint = await listenFor(createServer((socket) => socket.resume()))
    const url = `https://127.0.0.1:${endpoint.port}/`
    expect(await send(webhookSender(), { url, timeoutMs: 300 })).toEqual(late)
    await expect.poll(() => endpoint.open()).toBe(0)
  })

  it.each([3_000, 20_000])(
    "in its body has answered, with the body that came within %i ms",
    async (timeoutMs) => {
      const endpoint = await startEndpoint((_, response) => {
        response.writeHead(200).write("thanks")
      })
      const response = await send(webhookSender(), { url: urlOf(endpoint), timeoutMs })
      expect(response).toEqual({ _tag: "Answered", status: 200, excerpt: "thanks" })
      await expect.poll(() => endpoint.open()).toBe(0)
    }
  )

  it("with an endless body is read only at its beginning", async () => {
    let written = 0
    const endpoint = await startEndpoint((_, response) => {
      const chunk = Buffer.alloc(64 * 1024, "a")
      const write = (): void => {
        while (!response.destroyed && response.write(chunk)) written += chunk.length
        if (!response.destroyed) response.once("drain", write)
      }
      write()
    })
    const response = await send(webhookSender(), { url: urlOf(endpoint) })
    expect(response).toEqual({ _tag: "Answered", status: 200, excerpt: "a".repeat(500) })
    await expect.poll(() => endpoint.open()).toBe(0)
    expect(written).toBeLessThan(50_000_000)
  })

  it.each([
    ["interim answers", "HTTP/1.1 103 Early Hints\r\n\r\n"],
    ["empty lines", "\r\n"]
  ])("with endless %s is cut off long before its time", async (_, text) => {
    const chunk = Buffer.from(text.repeat(2_000))
    const server = createServer((socket) => {
      const write = (): void => {
        while (!socket.destroyed && socket.write(chunk));
      }
      socket
        .on("drain", write)
        .on("error", () => undefined)
        .once("data", write)
    })
    const endpoint = await listenFor(server)
    const response = await send(webhookSender(), { url: urlOf(endpoint) })
    expect(response).toEqual({ _tag: "Failed", reason: "Too much data came before the answer." })
    await expect.poll(() => endpoint.open()).toBe(0)
  })

  it("whose body breaks off has answered", async () => {
    const endpoint = await startEndpoint((request, response: ServerResponse) => {
      response.writeHead(202, { "content-length": 100 }).write("thanks", () => {
        request.socket.destroy()
      })
    })
    const response = await send(webhookSender(), { url: urlOf(endpoint) })
    expect(response).toEqual({ _tag: "Answered", status: 202, excerpt: "thanks" })
  })

  it("delays no other endpoint, and is cut off at once if its senders are interrupted", async () => {
    const hanging = await startEndpoint(() => undefined)
    const other = await startEndpoint()
    const sender = webhookSender()
    let over = 0
    const fibers = Array.from({ length: 100 }, () =>
      sendEffect(sender, { url: urlOf(hanging) }).pipe(
        Effect.tap(() => Effect.sync(() => (over += 1))),
        Effect.runFork
      )
    )
    await expect.poll(() => hanging.arrived.length).toBe(100)
    expect(await send(sender, { url: urlOf(other) })).toMatchObject({ status: 204 })
    expect([over, hanging.open()]).toEqual([0, 100])
    await Effect.runPromise(Fiber.interruptAll(fibers))
    await expect.poll(() => hanging.open()).toBe(0)
    expect(over).toBe(0)
  })
})
