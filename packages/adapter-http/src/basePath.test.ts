import { Hono } from "hono"
import { describe, expect, it } from "vitest"
import { createApp, createHandler, type Handler } from "./createHandler.ts"
import { serveNode } from "./serveNode.ts"
import { browserOf, createSession, openCheckoutShop, shopOrigin } from "./testing/openCheckout.ts"
import { openShop } from "./testing/openShop.ts"
import { type Client, clientOf, type Json } from "./testing/shopClient.ts"

const basePath = "/payments-api"
const shop = await openCheckoutShop()
const below = clientOf(createHandler(shop.payloom, { basePath }), shop.secretKey)

const documentOf = async (client: Client, path: string) => (await client.get(path)).json

/** Every known path and method, and some unknown ones. */
const probes: ReadonlyArray<readonly [method: string, path: string]> = [
  ...Object.entries((await documentOf(shop, "/openapi.json")).paths as Json).flatMap(
    ([path, methods]) =>
      Object.keys(methods as Json).map((method) => [method.toUpperCase(), path] as const)
  ),
  ["POST", "/providers/mid_unknown/notifications"],
  ["POST", "/account_updater/notifications"],
  ["GET", "/health"],
  ["HEAD", "/health"],
  ["OPTIONS", "/session"],
  ["OPTIONS", "/session/confirm"],
  ["OPTIONS", "/payments"],
  ["DELETE", "/payments"],
  ["DELETE", "/session"],
  ["GET", "/nowhere"],
  ["OPTIONS", "/nowhere"]
]

/** Returns an answer without its id, and a success without its content. */
const answerTo = async (client: Client, method: string, path: string) => {
  const { status, headers, error } = await client.send(method, path)
  const { request_id, ...refused } = error
  return { status, refused, headers: [...headers].filter(([name]) => name !== "request-id") }
}

describe("a handler with a base path", () => {
  it("answers below it, with and without /v1, like one without a base path at the root", async () => {
    expect(probes.length).toBeGreaterThan(25)
    for (const [method, path] of probes) {
      const expected = await answerTo(shop, method, path)
      for (const prefix of [basePath, `${basePath}/v1`]) {
        const answer = await answerTo(below, method, prefix + path)
        expect([method, prefix + path, answer]).toEqual([method, prefix + path, expected])
      }
    }
  })

  it("has 404 route_not_found for every path outside of it, whatever the method", async () => {
    // The messages suggest different paths.
    const codeAt = async (client: Client, method: string, path: string) => {
      const { status, refused } = await answerTo(client, method, path)
      return [status, refused.code]
    }
    const expected = [404, "route_not_found"]
    const near = ["/payments-apis", "/payments-ap", "/Payments-API", "/v1/payments-api", "//x"]
    for (const [method, path] of probes.filter(([asked]) => asked !== "HEAD")) {
      for (const prefix of ["", "/v1", ...near]) {
        const answer = await codeAt(below, method, prefix + path)
        expect([method, prefix + path, answer]).toEqual([method, prefix + path, expected])
      }
    }
    for (const path of ["/", basePath, `${basePath}/`, `${basePath}/../health`]) {
      expect([path, await codeAt(below, "GET", path)]).toEqual([path, expected])
    }
    const { refused } = await answerTo(below, "GET", "/payment")
    expect(refused.message).toContain(`Did you mean ${basePath}/payments?`)
  })

  it("treats a payment as the same one at every path of the operation", async () => {
    const payment_instrument = await shop.saveCard("approved")
    const body = { amount: "1250", currency: "EUR", type: "one_off", payment_instrument }
    const paid = await below.post(`${basePath}/payments`, body, { key: "once" })
    expect(paid.json).toMatchObject({ status: "succeeded" })
    const replays = [
      await below.post(`${basePath}/v1/payments`, body, { key: "once" }),
      await shop.post("/payments", body, { key: "once" })
    ]
    for (const { headers, text } of replays) {
      expect([headers.get("Idempotent-Replay"), text]).toEqual(["true", paid.text])
    }
    expect((await below.get(`${basePath}/payments/${paid.json.id}`)).json).toEqual(paid.json)
  })

  it("lets a payer's page of a listed origin pay below it", async () => {
    const payer = await openCheckoutShop({ basePath })
    const root = { ...payer, ...clientOf(createHandler(payer.payloom), payer.secretKey) }
    const { send } = browserOf(payer, await createSession(root))
    const card = { ciphertext: await payer.box.encryptCard("approved") }
    const { status, headers, json } = await send(
      "POST",
      `${basePath}/session/confirm`,
      { method: "card", card },
      { Origin: shopOrigin }
    )
    expect([status, json.status]).toEqual([200, "succeeded"])
    expect(headers.get("Access-Control-Allow-Origin")).toBe(shopOrigin)
  })

  it("may have several segments, and dots in them match only dots", async () => {
    const handler = createHandler(shop.payloom, { basePath: "/apis/pay.v2/_~-1" })
    const client = clientOf(handler, shop.secretKey)
    expect((await client.get("/apis/pay.v2/_~-1/v1/payments")).status).toBe(200)
    expect((await client.get("/apis/payxv2/_~-1/v1/payments")).error.code).toBe("route_not_found")
  })

  it("is mounted in an app with its full paths, beside the app's own routes", async () => {
    const app = new Hono().get("/books", (context) => context.text("Emma"))
    app.route("/", createApp(shop.payloom, { basePath }))
    const client = clientOf(async (request) => app.fetch(request), shop.secretKey)
    expect((await client.get("/books")).text).toBe("Emma")
    expect((await client.get(`${basePath}/payments`)).status).toBe(200)
    expect((await client.get("/payments")).status).toBe(404)
  })

  it("leaves other paths to the pages that are served beside it", async () => {
    const { payloom } = await openShop()
    const pages = new Hono().get("/health", (context) => context.text("The shop is well."))
    const serving = await serveNode(payloom, { port: 0, pages, basePath })
    const read = async (path: string) => (await fetch(serving.url + path)).text()
    expect(await read("/health")).toBe("The shop is well.")
    expect(await read(`${basePath}/health`)).toBe('{"status":"ok"}')
    await serving.close()
  })
})

describe("the OpenAPI document below a base path", () => {
  it("has the base path in servers, and is otherwise the same", async () => {
    const document = await documentOf(below, `${basePath}/openapi.json`)
    const rooted = await documentOf(shop, "/openapi.json")
    expect(document).toEqual({ ...rooted, servers: [{ url: basePath }] })
    expect(rooted.servers).toMatchObject([{ url: "/" }])
  })

  it("differs between handlers with different paths in one process", async () => {
    const servers = async (path: string) => {
      const handler: Handler = createHandler(shop.payloom, { basePath: path })
      const { servers } = await documentOf(clientOf(handler, ""), `${path}/v1/openapi.json`)
      return servers
    }
    expect(await servers("/a")).toEqual([{ url: "/a" }])
    expect(await servers("/b/c")).toEqual([{ url: "/b/c" }])
    expect((await documentOf(shop, "/openapi.json")).servers).toMatchObject([{ url: "/" }])
  })
})

describe("a base path that is not valid", () => {
  it.each([
    "/",
    "payments-api",
    "/payments-api/",
    "//payments-api",
    "/a//b",
    "/.",
    "/..",
    "/a/../b",
    "/a/./b",
    "/a/..",
    "/a?b",
    "/a#b",
    "/:tenant",
    "/a/:b?",
    "/*",
    "/a*",
    "/a{b}",
    "/a b",
    "/a%20b",
    "/zahlungen-für",
    "/a\n",
    "https://shop.example/payments-api"
  ])("is refused when the handler is made: %j", async (refused) => {
    const named = expect.objectContaining({
      name: "TypeError",
      message: expect.stringMatching(/^basePath must be a path such as \/payments-api: /)
    })
    const options = { basePath: refused }
    expect(() => createHandler(shop.payloom, options)).toThrow(named)
    expect(() => createApp(shop.payloom, options)).toThrow(named)
    await expect(serveNode(shop.payloom, { port: 0, ...options })).rejects.toThrow(named)
  })

  it("is the root if it is empty, as a configuration may have it", async () => {
    const handler = createHandler(shop.payloom, { basePath: "" })
    expect((await handler(new Request("http://shop.example/health"))).status).toBe(200)
  })

  it("is none of these unusual but valid ones", () => {
    for (const accepted of ["/a", "/...", "/.well-known/pay", "/a..b/~c", "/v1", "/A_b-9"]) {
      expect(() => createHandler(shop.payloom, { basePath: accepted })).not.toThrow()
    }
  })
})
