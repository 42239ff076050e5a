import { EventCollection, IdempotencyRecordCollection, serviceVersions } from "@payloom/core"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { openShop } from "./testing/openShop.ts"

const shop = await openShop()
const scope = { tenant: shop.tenant, mode: "test" } as const
const newest = serviceVersions.at(-1) ?? ""

const withVersion = (version: string) => ({ headers: { "Service-Version": version } })

/** Returns the API revision of the latest key's answer. */
const latestAnsweredIn = async () => {
  const query = { order: "desc", limit: 1 } as const
  const [latest] = await Effect.runPromise(
    shop.storage.page(scope, IdempotencyRecordCollection, query)
  )
  return latest?.row.serviceVersion ?? null
}

describe("Service-Version", () => {
  it("sets the API revision of a request", async () => {
    const reply = await shop.pay({}, { key: "pinned", ...withVersion(newest) })
    expect(reply.status).toBe(200)
    expect(await latestAnsweredIn()).toBe(newest)
  })

  it("offers 2026-11-01 as its first revision", async () => {
    expect(serviceVersions[0]).toBe("2026-11-01")
    expect((await shop.get("/payments", withVersion("2026-11-01"))).status).toBe(200)
  })

  it("is optional: without it the account's pinned revision applies", async () => {
    expect((await shop.pay({}, { key: "default" })).status).toBe(200)
    const { row } = await Effect.runPromise(shop.payloom.services.tenants.settings(scope))
    expect(await latestAnsweredIn()).toBe(row.settings.serviceVersion)
  })

  it("is carried by the events that the request causes", async () => {
    const card = await shop.saveCard("approved")
    await shop.pay({ payment_instrument: card }, withVersion(newest))
    const events = await Effect.runPromise(
      shop.storage.page(scope, EventCollection, { order: "desc", limit: 5 })
    )
    expect(events.map(({ row }) => row.apiVersion)).toEqual([newest])
  })

  it("is 400 service_version_invalid if it is not a date in digits", async () => {
    const malformed = [
      "",
      "latest",
      "2026-11",
      "2026-11-1",
      "26-11-01",
      "2026-11-01T00",
      "2026/11/01"
    ]
    for (const version of malformed) {
      for (const reply of [
        await shop.get("/payments", withVersion(version)),
        await shop.pay({}, withVersion(version))
      ]) {
        expect([version, reply.status, reply.error.code]).toEqual([
          version,
          400,
          "service_version_invalid"
        ])
        expect(reply.error.type).toBe("invalid_request_error")
      }
    }
  })

  it("is 400 service_version_unsupported if it is a date that isn't offered", async () => {
    for (const version of ["2026-10-31", "2026-11-02", "1999-01-01", "2026-99-99"]) {
      const { status, error } = await shop.get("/payments", withVersion(version))
      expect([version, status, error.code]).toEqual([version, 400, "service_version_unsupported"])
      expect(error.message).toContain(newest)
    }
  })

  it("is checked before the idempotency key and the body", async () => {
    const reply = await shop.post("/payments", "{", { key: null, ...withVersion("latest") })
    expect(reply.error.code).toBe("service_version_invalid")
  })
})
