import { describe, expect, it } from "vitest"
import { openShop } from "./testing/openShop.ts"

type Asked = { readonly tenant: string; readonly mode: string; readonly operation: string }

const asked: Array<Asked> = []
let allowed = true
const shop = await openShop({
  rateLimit: (request) => {
    asked.push(request)
    return allowed ? { allowed } : { allowed: false, retryAfterSeconds: 7 }
  }
})

describe("the rate limit", () => {
  it("is a hook that is asked for each request, with the tenant, the mode and the operation", async () => {
    allowed = true
    await shop.pay()
    await shop.get("/payments")
    expect(asked.slice(-2)).toEqual([
      { tenant: shop.tenant, mode: "test", operation: "createPayment" },
      { tenant: shop.tenant, mode: "test", operation: "listPayments" }
    ])
  })

  it("that is exceeded answers 429 rate_limited with Retry-After in seconds", async () => {
    allowed = false
    const { status, headers, error } = await shop.get("/payments")
    expect(status).toBe(429)
    expect(error).toMatchObject({ type: "rate_limit_error", code: "rate_limited" })
    expect(headers.get("Retry-After")).toBe("7")
  })

  it("leaves the key of a request that it refuses untouched", async () => {
    allowed = false
    expect((await shop.pay({}, { key: "later" })).status).toBe(429)
    allowed = true
    const reply = await shop.pay({}, { key: "later" })
    expect([reply.status, reply.headers.has("Idempotent-Replay")]).toEqual([200, false])
  })

  it("is asked about nobody whose key is not valid", async () => {
    const before = asked.length
    await shop.get("/payments", { bearer: null })
    await shop.get("/payments", { bearer: "sk_test_unknown" })
    await shop.get("/payments", { bearer: shop.publishableKey })
    expect(asked.length).toBe(before)
  })

  it("is off where there is no hook", async () => {
    const unlimited = await openShop()
    const replies = await Promise.all(Array.from({ length: 50 }, () => unlimited.get("/payments")))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  })
})
