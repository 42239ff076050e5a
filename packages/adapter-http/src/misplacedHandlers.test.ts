import { once } from "node:events"
import { createServer, type IncomingMessage, type RequestListener } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { getRequestListener } from "@hono/node-server"
import { Hono } from "hono"
import { describe, expect, it, onTestFinished } from "vitest"
import { createHandler, type Handler } from "./createHandler.ts"
import { serveNode } from "./serveNode.ts"
import { openShop } from "./testing/openShop.ts"
import { readReply } from "./testing/shopClient.ts"

const shop = await openShop()
const untyped = (given: unknown) => given as never

describe("a handler with wrong options is not made, and says why", () => {
  it.each([
    [null, "options must be an object, but is null."],
    [{ basepath: "/a" }, "options.basepath is unknown. Did you mean basePath?"],
    [{ prefix: "/a" }, "Known are basePath, onRequest, rateLimit, clientAddress."],
    [{ onRequest: "log" }, "options.onRequest must be a function, but is a string."],
    [{ rateLimit: 5 }, "options.rateLimit must be a function, but is 5."],
    [{ basePath: "/" }, 'but is "/".'],
    [{ basePath: 5 }, "but is a number."],
    [{ basePath: "payments" }, "Did you mean /payments?"],
    [{ basePath: "/payments/" }, "Did you mean /payments?"]
  ])("%j", (options, complaint) => {
    expect(() => createHandler(shop.payloom, untyped(options))).toThrow(complaint)
  })

  it("and neither is a server", async () => {
    const options = untyped({ prot: 0 })
    await expect(serveNode(shop.payloom, options)).rejects.toThrow("Did you mean port?")
  })
})

describe("a handler that gets no Request says so", () => {
  const nodes = { url: "/payments", method: "GET", headers: {}, socket: {} }

  it.each([
    [undefined, "but it got undefined."],
    ["http://localhost/payments", "but it got a string."],
    [{ url: "/payments" }, "but it got an object."],
    [nodes, "a request of Node's: wrap the handler in nodeListener of @payloom/adapter-http/node."]
  ])("%j", async (given, complaint) => {
    await expect(shop.handler(untyped(given))).rejects.toThrow(complaint)
  })
})

/**
 * Cuts a connection in the middle of a body. Returns the handler's answer, which nobody received.
 */
const cutAnswer = async (route: Handler): Promise<unknown> => {
  const answered = Promise.withResolvers<Response>()
  const begun = Promise.withResolvers<void>()
  const listener = getRequestListener(async (request, environment) => {
    begun.resolve()
    const response = await route(request, environment)
    answered.resolve(response.clone())
    return response
  }) as RequestListener
  const server = createServer(listener)
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => void server.close())
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1")
  const came = once(server, "request") as Promise<[IncomingMessage]>
  socket.write(
    "POST /payments HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n" +
      `Authorization: Bearer ${shop.secretKey}\r\nIdempotency-Key: ${crypto.randomUUID()}\r\n` +
      'Content-Length: 100\r\n\r\n{"amount":'
  )
  const [incoming] = await came
  await begun.promise
  while (!incoming.readableDidRead) await new Promise((resolve) => setImmediate(resolve))
  socket.destroy()
  return (await readReply(await answered.promise)).error
}

describe("a body that ends early is never mistaken for one that was read before", () => {
  const mounted = new Hono()
  mounted.mount("/", shop.handler)
  const routes: ReadonlyArray<readonly [string, Handler]> = [
    ["handed on as it came", shop.handler],
    ["copied", (request, environment) => shop.handler(new Request(request), environment)],
    [
      "copied to another address",
      (request, environment) => shop.handler(new Request(request.url, request), environment)
    ],
    [
      "mounted in Hono",
      async (request, environment) => mounted.fetch(request, environment as object)
    ]
  ]

  it.each(routes)("%s", async (_, route) => {
    expect(await cutAnswer(route)).toMatchObject({
      code: "body_malformed",
      message:
        "The body must be a JSON object in UTF-8, and this one ended early. " +
        "Send the same request again."
    })
  })

  it("but a stream that is read elsewhere is reported as read before", async () => {
    const headers = { Authorization: `Bearer ${shop.secretKey}`, "Idempotency-Key": "locked" }
    const request = new Request("http://localhost/payments", {
      method: "POST",
      headers,
      body: "{}"
    })
    request.body?.getReader()
    const { error } = await readReply(await shop.handler(request))
    expect(error.message).toContain("this one was read before it came here.")
  })

  it("and a compressed body is reported as compressed", async () => {
    const headers = {
      Authorization: `Bearer ${shop.secretKey}`,
      "Idempotency-Key": "compressed",
      "Content-Encoding": "gzip"
    }
    const body = new Uint8Array([0x1f, 0x8b, 0xff])
    const request = new Request("http://localhost/payments", { method: "POST", headers, body })
    const { error } = await readReply(await shop.handler(request))
    expect(error.message).toContain("this one is compressed. Send it without Content-Encoding.")
  })
})
