import { beforeEach, describe, expect, it } from "vitest"
import { hostedPage, openBrowser, openCheckoutShop, shopOrigin } from "./testing/openCheckout.ts"
import type { Shop } from "./testing/openShop.ts"

let shop: Shop
beforeEach(async () => {
  shop = await openCheckoutShop()
})

describe("pages of other origins", () => {
  const from = (origin: string) => ({ Origin: origin })

  it("may read answers, errors included, if the merchant lists them", async () => {
    const { send } = await openBrowser(shop)
    for (const path of ["/session", "/session/status"]) {
      const { status, headers } = await send("GET", path, undefined, from(shopOrigin))
      expect(status).toBe(200)
      expect(headers.get("access-control-allow-origin")).toBe(shopOrigin)
      expect(headers.get("vary")).toBe("Origin")
      expect(headers.get("cache-control")).toBe("no-store")
    }
    const refused = await send("POST", "/session/confirm", {}, from(shopOrigin))
    expect(refused.status).toBe(422)
    expect(refused.headers.get("access-control-allow-origin")).toBe(shopOrigin)
  })

  it.each([
    ["wrong", "session_token_invalid"],
    [null, "session_token_missing"]
  ])("may read that the session token is %j, if the merchant lists them", async (token, code) => {
    const { send } = await openBrowser(shop)
    const reading = (origin: string) =>
      send("GET", "/session", undefined, { ...from(origin), "Session-Token": token })
    for (const origin of [shopOrigin, hostedPage]) {
      const { status, error, headers } = await reading(origin)
      expect([status, error.code]).toEqual([401, code])
      expect(headers.get("access-control-allow-origin")).toBe(origin)
      expect(headers.get("vary")).toBe("Origin")
    }
    for (const origin of ["https://evil.example", "null"]) {
      const { status, error, headers } = await reading(origin)
      expect([status, error.code]).toEqual([401, code])
      expect(headers.get("access-control-allow-origin")).toBeNull()
    }
  })

  it("may act for a payer if they are the hosted page", async () => {
    const { send } = await openBrowser(shop)
    const { status } = await send("GET", "/session", undefined, from(hostedPage))
    expect(status).toBe(200)
  })

  it("need no listing and no header if they are this server's own", async () => {
    const { send } = await openBrowser(shop)
    const own = from("https://api.example")
    const read = await send("GET", "/session", undefined, own)
    expect([read.status, read.headers.get("access-control-allow-origin")]).toEqual([200, null])
    expect(read.headers.get("vary")).toBe("Origin")
    const card = { ciphertext: await shop.box.encryptCard("approved") }
    const paid = await send("POST", "/session/confirm", { method: "card", card }, own)
    expect([paid.status, paid.json.status]).toEqual([200, "succeeded"])
  })

  it.each([
    "http://api.example",
    "https://api.example:8443",
    "https://api.example.evil.example",
    "https://API.example",
    "https://api.example/",
    "https://other.api.example"
  ])("are foreign at %s, however similar they are", async (origin) => {
    const { send } = await openBrowser(shop)
    const { status, error } = await send("GET", "/session", undefined, from(origin))
    expect([status, error.code]).toEqual([403, "origin_not_allowed"])
  })

  it("of this server's own need the key and the token too", async () => {
    const { send } = await openBrowser(shop)
    const headers = { ...from("https://api.example"), "Session-Token": "wrong" }
    const { status, error } = await send("POST", "/session/confirm", {}, headers)
    expect([status, error.code]).toEqual([401, "session_token_invalid"])
  })

  it("are refused if they are not listed, and nothing is done", async () => {
    const { session, send } = await openBrowser(shop)
    for (const origin of ["https://evil.example", "null", "http://shop.example"]) {
      const { status, error, headers } = await send("GET", "/session", undefined, from(origin))
      expect([status, error.code]).toEqual([403, "origin_not_allowed"])
      expect(headers.get("access-control-allow-origin")).toBeNull()
    }
    expect((await shop.get(`/checkout_sessions/${session.id}`)).json.status).toBe("created")
  })

  it("get an answer to a preflight", async () => {
    const { send } = await openBrowser(shop)
    const headers = { ...from(shopOrigin), Authorization: null, "Session-Token": null }
    const asked = await send("OPTIONS", "/session/confirm", undefined, headers)
    expect(asked.status).toBe(204)
    expect(asked.headers.get("access-control-allow-origin")).toBe(shopOrigin)
    expect(asked.headers.get("access-control-allow-headers")).toContain("session-token")
    expect(asked.text).toBe("")
    expect(asked.headers.get("content-type")).toBeNull()
  })

  it("get no answer of the merchant surface", async () => {
    const { headers } = await shop.get("/payments", { headers: from(shopOrigin) })
    expect(headers.get("access-control-allow-origin")).toBeNull()
  })
})
