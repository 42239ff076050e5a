import { beforeEach, describe, expect, it } from "vitest"
import { browserOf, hostedPage, openCheckoutShop, shopOrigin } from "./testing/openCheckout.ts"
import type { Shop } from "./testing/openShop.ts"
import type { Json } from "./testing/shopClient.ts"

let shop: Shop
let customer: string
beforeEach(async () => {
  shop = await openCheckoutShop()
  customer = String((await shop.post("/customers", { name: "Ada" })).json.id)
})

const open = async (fields: Json = {}) => {
  const { json } = await shop.post("/portal_sessions", { customer, ...fields })
  return { session: json, ...browserOf(shop, json) }
}

describe("creating a portal session", () => {
  it("answers a token, and an address with the token in the fragment only", async () => {
    const { session } = await open({
      publishable_key: shop.publishableKey,
      return_url: `${shopOrigin}/account`
    })
    expect(session).toMatchObject({
      object: "portal_session",
      customer,
      status: "open",
      return_url: `${shopOrigin}/account`
    })
    const token = String(session.session_token)
    const address = new URL(String(session.url))
    expect(address.origin + address.pathname).toBe(`${hostedPage}/manage/${session.id}`)
    expect(address.hash).toBe(`#token=${token}&key=${shop.publishableKey}`)
  })

  it.each([
    [{ return_url: "https://elsewhere.example/" }, "return_url"],
    [{ allow: ["refund"] }, "allow"],
    [{ locale: "not a locale" }, "locale"],
    [{ expires_at: "2020-01-01T00:00:00Z" }, "expires_at"],
    [{ publishable_key: `pk_test_${"x".repeat(43)}` }, "publishable_key"]
  ])("with %j is 422 and names the field", async (fields, param) => {
    const { status, error } = await shop.post("/portal_sessions", { customer, ...fields })
    expect([status, error.param]).toEqual([422, param])
  })

  it("takes the secret key only", async () => {
    const body = JSON.stringify({ customer })
    const headers = { Authorization: `Bearer ${shop.publishableKey}`, "Idempotency-Key": "1" }
    const request = new Request("https://api.example/portal_sessions", {
      method: "POST",
      headers,
      body
    })
    expect((await shop.handler(request)).status).toBe(403)
  })
})

describe("a customer's browser", () => {
  it("reads the portal without other facts of the merchant", async () => {
    const { send } = await open()
    const { status, json, text } = await send("GET", "/portal")
    expect(status).toBe(200)
    expect(json).toMatchObject({ object: "portal", merchant: "Shop", name: "Ada", email: null })
    expect(text).not.toMatch(/customer_|portal_[0-9A-Z]{26}|metadata/)
  })

  it.each([
    [{ "Session-Token": null }, 401, "session_token_missing"],
    [{ "Session-Token": "wrong" }, 401, "session_token_invalid"],
    [{ Authorization: null }, 401, "api_key_missing"],
    [{ Origin: "https://elsewhere.example" }, 403, "origin_not_allowed"]
  ])("with %j is refused", async (headers, status, code) => {
    const { send } = await open()
    const reply = await send("GET", "/portal", undefined, headers)
    expect([reply.status, reply.error.code]).toEqual([status, code])
  })

  it("may be a page of the account's return origins, which reads the answers", async () => {
    const { send } = await open()
    const reply = await send("GET", "/portal/receipts", undefined, { Origin: shopOrigin })
    expect(reply.status).toBe(200)
    const asked = new Request("https://api.example/portal/receipts", { method: "OPTIONS" })
    const { headers } = await shop.handler(asked)
    expect(headers.get("access-control-allow-headers")).toContain("session-token")
  })

  it("is told which permission it lacks", async () => {
    const { send } = await open({ allow: ["receipts"] })
    const { status, error } = await send("POST", "/portal/payment_instruments")
    expect([status, error.code]).toEqual([403, "portal_action_not_allowed"])
  })

  it("gets 404 for the id of another kind, and 422 for a field that is unknown", async () => {
    const { send } = await open()
    const odd = await send("POST", `/portal/subscriptions/${customer}/cancel`, {})
    expect(odd.status).toBe(404)
    const wrong = await send("POST", `/portal/subscriptions/${customer}/cancel`, { at: "once" })
    expect([wrong.status, wrong.error.param]).toEqual([422, "at"])
    const page = await send("GET", "/portal/receipts?starting_after=here")
    expect([page.status, page.error.param]).toEqual([422, "starting_after"])
  })

  it("is let in by a rate limit of the payer surface", async () => {
    const passed: Array<string> = []
    shop = await openCheckoutShop({
      rateLimit: ({ surface, operation }) => {
        passed.push(`${surface} ${operation}`)
        return { allowed: surface !== "payer", retryAfterSeconds: 7 }
      }
    })
    customer = String((await shop.post("/customers", {})).json.id)
    const { send } = await open()
    expect((await send("GET", "/portal")).status).toBe(429)
    expect(passed.at(-1)).toBe("payer readPortal")
  })
})
