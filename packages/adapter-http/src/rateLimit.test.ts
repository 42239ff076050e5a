import { StorageUnavailable } from "@payloom/core"
import { Effect } from "effect"
import { beforeEach, describe, expect, it, onTestFinished } from "vitest"
import { createHandler } from "./createHandler.ts"
import type { RateLimitRequest, RateVerdict } from "./rateLimit.ts"
import { serveNode } from "./serveNode.ts"
import { browserOf, createSession, openCheckoutShop, shopOrigin } from "./testing/openCheckout.ts"
import { openShop } from "./testing/openShop.ts"

let asked: Array<RateLimitRequest> = []
let verdict: RateVerdict = { allowed: true }

const rateLimit = (request: RateLimitRequest): RateVerdict => {
  asked.push(request)
  return verdict
}

const refused: RateVerdict = { allowed: false, retryAfterSeconds: 7 }

const shop = await openCheckoutShop({ rateLimit })
const session = await createSession(shop)
const payer = browserOf(shop, session)
const [mid] = await shop.merchant.routing.listMids()
const nobody = { surface: "unauthenticated", tenant: null, mode: null, address: null }

beforeEach(() => {
  asked = []
  verdict = { allowed: true }
})

describe("the rate limit", () => {
  it("is a hook that is called for each request, with tenant, mode and operation", async () => {
    await shop.pay()
    await shop.get("/payments")
    const merchant = { surface: "merchant", tenant: shop.tenant, mode: "test", address: null }
    expect(asked).toEqual([
      { ...merchant, operation: "createPayment" },
      { ...merchant, operation: "listPayments" }
    ])
  })

  it("that is exceeded answers 429 rate_limited with Retry-After in seconds", async () => {
    verdict = refused
    const { status, headers, error } = await shop.get("/payments")
    expect(status).toBe(429)
    expect(error).toMatchObject({ type: "rate_limit_error", code: "rate_limited" })
    expect(headers.get("Retry-After")).toBe("7")
  })

  it("may return the seconds as a text, against its type, and is 429 all the same", async () => {
    verdict = { allowed: false, retryAfterSeconds: "7" as unknown as number }
    const { status, headers } = await shop.get("/payments")
    expect([status, headers.get("Retry-After")]).toEqual([429, "7"])
  })

  it("leaves the key of a request that it refuses untouched", async () => {
    verdict = refused
    expect((await shop.pay({}, { key: "later" })).status).toBe(429)
    verdict = { allowed: true }
    const reply = await shop.pay({}, { key: "later" })
    expect([reply.status, reply.headers.has("Idempotent-Replay")]).toEqual([200, false])
  })

  it("counts requests with a valid API key whose other headers are refused", async () => {
    await shop.get("/payments", { headers: { "Service-Version": "soon" } })
    await shop.pay({}, { key: null })
    expect(asked.map(({ operation }) => operation)).toEqual(["listPayments", "createPayment"])
  })

  it("is called for payers with their merchant", async () => {
    await payer.read()
    await payer.status()
    await payer.pay("approved")
    const one = { surface: "payer", tenant: shop.tenant, mode: "test", address: null }
    expect(asked).toEqual([
      { ...one, operation: "readSession" },
      { ...one, operation: "sessionStatus" },
      { ...one, operation: "confirmSession" }
    ])
  })

  it("tells a payer's page when to retry", async () => {
    verdict = refused
    const { status, headers, error } = await payer.send("GET", "/session", undefined, {
      Origin: shopOrigin
    })
    expect([status, error.code, headers.get("Retry-After")]).toEqual([429, "rate_limited", "7"])
    expect(headers.get("Access-Control-Allow-Origin")).toBe(shopOrigin)
    expect(headers.get("Access-Control-Expose-Headers")).toContain("Retry-After")
  })

  it("counts requests of pages that may not act for the payer", async () => {
    await payer.send("GET", "/session", undefined, { Origin: "https://other.example" })
    expect(asked).toHaveLength(1)
  })

  it("is called for unauthenticated requests before they are refused", async () => {
    await shop.get("/payments", { bearer: null })
    await shop.get("/payments", { bearer: "sk_test_unknown" })
    await shop.post("/payments", {}, { bearer: shop.publishableKey })
    await payer.send("GET", "/session", undefined, { Authorization: null })
    await payer.send("GET", "/session", undefined, { "Session-Token": null })
    await payer.send("POST", "/session/confirm", {}, { "Session-Token": "another" })
    await shop.post(`/providers/${mid?.id}/notifications`, "{}", { bearer: null, key: null })
    await shop.post("/providers/mid_unknown/notifications", "{}", { bearer: null, key: null })
    await shop.post("/account_updater/notifications", "{}", { bearer: null, key: null })
    const operations = ["listPayments", "listPayments", "createPayment"]
    const payers = ["readSession", "readSession", "confirmSession"]
    const notifications = ["receiveNotification", "receiveNotification", "receiveCardUpdate"]
    expect(asked).toEqual(
      [...operations, ...payers, ...notifications].map((operation) => ({ ...nobody, operation }))
    )
  })

  it("answers 429 instead of the refusal if unauthenticated requests exceed it", async () => {
    verdict = refused
    const replies = [
      await shop.get("/payments", { bearer: "sk_test_unknown" }),
      await payer.send("GET", "/session", undefined, { "Session-Token": "another" }),
      await shop.post(`/providers/${mid?.id}/notifications`, "{}", { bearer: null, key: null })
    ]
    for (const { status, error, headers } of replies) {
      expect([status, error.code, headers.get("Retry-After")]).toEqual([429, "rate_limited", "7"])
    }
  })

  it("is not called if the authentication itself fails", async () => {
    const broken = await openShop({
      rateLimit,
      faulty: (storage) => ({
        ...storage,
        findUnique: () => Effect.fail(new StorageUnavailable({ cause: "gone" }))
      })
    })
    expect((await broken.get("/payments")).status).toBe(503)
    expect(asked).toEqual([])
  })

  it("is not called for health, the document and preflights", async () => {
    await shop.get("/health", { bearer: null })
    await shop.get("/openapi.json", { bearer: null })
    await shop.send("OPTIONS", "/session", { bearer: null })
    expect(asked).toEqual([])
  })

  it("is off without a hook", async () => {
    const unlimited = await openShop()
    const replies = await Promise.all(Array.from({ length: 50 }, () => unlimited.get("/payments")))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  })
})

describe("the address for the rate limit", () => {
  it("is that of the connection, on a server of Node's", async () => {
    const serving = await serveNode((await openShop()).payloom, { port: 0, rateLimit })
    onTestFinished(serving.close)
    await fetch(`${serving.url}/payments`)
    await fetch(`${serving.url}/v1/session`)
    expect(asked.map(({ address }) => address)).toEqual(["127.0.0.1", "127.0.0.1"])
  })

  it("is read from the request by clientAddress, behind a proxy", async () => {
    const clientAddress = ({ headers }: Request) => headers.get("X-Real-IP")
    const handler = createHandler(shop.payloom, { rateLimit, clientAddress })
    const environment = { incoming: { socket: { remoteAddress: "10.0.0.1" }, rawHeaders: [] } }
    for (const headers of [{ "X-Real-IP": "192.0.2.7" }, {}] as ReadonlyArray<HeadersInit>) {
      await handler(new Request("http://payloom.test/payments", { headers }), environment)
    }
    expect(asked.map(({ address }) => address)).toEqual(["192.0.2.7", "10.0.0.1"])
  })

  it("is null if the server provides no address", async () => {
    const handler = createHandler(shop.payloom, { rateLimit })
    for (const environment of [undefined, null, {}, { incoming: {} }, { incoming: "x" }]) {
      await handler(new Request("http://payloom.test/payments"), environment)
    }
    expect(asked.map(({ address }) => address)).toEqual([null, null, null, null, null])
  })
})
