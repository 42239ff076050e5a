import { ApiKeyCollection } from "@payloom/core"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { openShop } from "./testing/openShop.ts"
import { idsOf } from "./testing/shopClient.ts"

const shop = await openShop()
const live = await shop.open("live", shop.tenant)
const stranger = await shop.open()

describe("the secret key", () => {
  it("is a bearer token, and a request without one is 401 api_key_missing", async () => {
    for (const headers of [{}, { Authorization: "" }, { Authorization: "Basic c2s6" }]) {
      const reply = await shop.get("/payments", { bearer: null, headers })
      expect(reply.status).toBe(401)
      expect(reply.error).toMatchObject({ type: "authentication_error", code: "api_key_missing" })
    }
  })

  it("is 401 api_key_invalid if it is malformed, unknown or altered", async () => {
    const altered = `${shop.secretKey.slice(0, -2)}${shop.secretKey.endsWith("AA") ? "BB" : "AA"}`
    for (const bearer of ["sk_test_short", `sk_test_${"A".repeat(43)}`, altered, "nonsense"]) {
      const reply = await shop.get("/payments", { bearer })
      expect(reply.status).toBe(401)
      expect(reply.error).toMatchObject({ type: "authentication_error", code: "api_key_invalid" })
    }
  })

  it("is 401 api_key_invalid with the prefix of another mode", async () => {
    const bearer = shop.secretKey.replace("sk_test_", "sk_live_")
    expect((await shop.get("/payments", { bearer })).error.code).toBe("api_key_invalid")
  })

  it("is 401 api_key_invalid from the moment it is revoked", async () => {
    const scope = { tenant: shop.tenant, mode: "test" } as const
    const { id, secret } = await shop.payloom.tenants.createApiKey(scope, "secret")
    expect((await shop.get("/payments", { bearer: secret })).status).toBe(200)
    await shop.payloom.tenants.revokeApiKey(scope, id)
    const reply = await shop.get("/payments", { bearer: secret })
    expect(reply.status).toBe(401)
    expect(reply.error.code).toBe("api_key_invalid")
  })

  it("is 401 at a path of payers, and the answer says which key belongs there", async () => {
    const headers = { "Session-Token": "any" }
    const { status, error } = await shop.get("/session", { bearer: shop.secretKey, headers })
    expect([status, error.code]).toEqual([401, "api_key_invalid"])
    expect(error.message).toContain("pk_… to the paths of payers")
  })

  it("is only created for an existing tenant", async () => {
    const scope = { tenant: `tenant_${"0".repeat(26)}`, mode: "test" } as const
    await expect(shop.payloom.tenants.createApiKey(scope, "secret")).rejects.toMatchObject({
      _tag: "ResourceNotFound",
      object: "tenant"
    })
  })

  it("may follow the word Bearer in any case", async () => {
    const headers = { Authorization: `bearer ${shop.secretKey}` }
    expect((await shop.get("/payments", { bearer: null, headers })).status).toBe(200)
  })

  it("has its kind and its environment in its prefix", () => {
    expect(shop.secretKey).toMatch(/^sk_test_/)
    expect(shop.publishableKey).toMatch(/^pk_test_/)
    expect(live.secretKey).toMatch(/^sk_live_/)
    expect(live.publishableKey).toMatch(/^pk_live_/)
  })

  it("is stored only as a hash", async () => {
    const stored = await Effect.runPromise(
      shop.storage.page({ tenant: shop.tenant, mode: "test" }, ApiKeyCollection, {
        order: "asc",
        limit: 10
      })
    )
    expect(stored.length).toBeGreaterThan(1)
    const secretPart = shop.secretKey.slice("sk_test_".length)
    expect(JSON.stringify(stored)).not.toContain(secretPart)
  })
})

describe("a publishable key", () => {
  it("is 403 secret_key_required on every operation of the merchant surface", async () => {
    const id = (await shop.pay()).json.id
    const requests = [
      ["POST", "/payments"],
      ["GET", "/payments"],
      ["GET", `/payments/${id}`],
      ["GET", `/payments/${id}/attempts`],
      ["POST", `/payments/${id}/capture`],
      ["POST", `/payments/${id}/void`],
      ["POST", `/payments/${id}/refunds`],
      ["GET", `/payments/${id}/refunds`]
    ] as const
    for (const [method, path] of requests) {
      const reply = await shop.send(method, path, { bearer: shop.publishableKey })
      expect(reply.status).toBe(403)
      expect(reply.error).toMatchObject({ type: "permission_error", code: "secret_key_required" })
    }
  })

  it("that is unknown is 401 api_key_invalid like any other", async () => {
    const reply = await shop.get("/payments", { bearer: `pk_test_${"A".repeat(43)}` })
    expect(reply.error.code).toBe("api_key_invalid")
  })
})

describe("a key belongs to exactly one tenant in one mode", () => {
  it("so a list shows only that tenant's payments of that mode", async () => {
    const mine = (await shop.pay()).json.id
    const others = (await stranger.pay()).json.id
    const inLive = (await live.pay()).json.id
    expect(idsOf(await shop.get("/payments"))).toContain(mine)
    expect(idsOf(await stranger.get("/payments"))).toEqual([others])
    expect(idsOf(await live.get("/payments"))).toEqual([inLive])
  })

  it("and another tenant's id, on any path, is 404 resource_not_found like an unknown one", async () => {
    const id = (await shop.pay()).json.id
    for (const account of [stranger, live]) {
      const replies = [
        await account.get(`/payments/${id}`),
        await account.get(`/payments/${id}/attempts`),
        await account.get(`/payments/${id}/refunds`),
        await account.post(`/payments/${id}/capture`, {}),
        await account.post(`/payments/${id}/void`, {}),
        await account.post(`/payments/${id}/refunds`, {})
      ]
      for (const { status, error } of replies) {
        expect(status).toBe(404)
        expect(error).toMatchObject({ type: "invalid_request_error", code: "resource_not_found" })
      }
    }
  })

  it("and another's card or customer is 404 resource_not_found", async () => {
    const card = await shop.saveCard("approved")
    const { customer } = (await shop.pay({ payment_instrument: card })).json
    for (const account of [stranger, live]) {
      const byCard = await account.pay({ payment_instrument: card })
      expect([byCard.status, byCard.error.code]).toEqual([404, "resource_not_found"])
      const byCustomer = await account.pay({ customer })
      expect([byCustomer.status, byCustomer.error.code]).toEqual([404, "resource_not_found"])
    }
  })

  it("and going live changes the keys and nothing else", async () => {
    const card = await live.saveCard("approved")
    const reply = await live.pay({ payment_instrument: card })
    expect(reply.json).toMatchObject({ object: "payment", status: "succeeded" })
  })
})

it("authentication comes first: a bad key is reported before any other mistake", async () => {
  const reply = await shop.post("/payments", "not json", {
    bearer: "sk_test_unknown",
    key: null,
    headers: { "Service-Version": "yesterday" }
  })
  expect(reply.error.code).toBe("api_key_invalid")
})
