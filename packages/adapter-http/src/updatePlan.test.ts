import { describe, expect, it } from "vitest"
import { expectRefused } from "./testing/expectRefused.ts"
import { openShop } from "./testing/openShop.ts"
import { createPlan } from "./testing/plans.ts"
import type { Json } from "./testing/shopClient.ts"

const shop = await openShop()
const stranger = await shop.open()

let keys = 0
/** Supersedes a plan. Returns the new plan's id. */
const superseded = async ({ id }: Json): Promise<string> => {
  keys += 1
  const options = { idempotencyKey: `supersede ${keys}` }
  return (await shop.merchant.plans.supersede(String(id), {}, options)).id
}

const unknown = "plan_01KA0000000000000000000000"

describe("updating a plan", () => {
  it("changes the fields that are sent and leaves the rest", async () => {
    const before = await createPlan(shop, { trial: { days: 7 }, metadata: { a: "1" } })
    const { status, json } = await shop.patch(`/plans/${before.id}`, { name: "Every month" })
    expect([status, json]).toEqual([200, { ...before, name: "Every month" }])
    expect((await shop.get(`/plans/${before.id}`)).json).toEqual(json)
    expect((await shop.patch(`/plans/${before.id}`, {})).json).toEqual(json)
  })

  it("moves it from active to retired", async () => {
    const before = await createPlan(shop)
    const { status, json } = await shop.patch(`/plans/${before.id}`, { status: "retired" })
    expect([status, json]).toEqual([200, { ...before, status: "retired" }])
    expect((await shop.get(`/plans/${before.id}`)).json).toEqual(json)
    expect((await shop.patch(`/plans/${before.id}`, { status: "retired" })).json).toEqual(json)
  })

  it("lets a retired one become active again", async () => {
    const before = await createPlan(shop)
    await shop.patch(`/plans/${before.id}`, { status: "retired" })
    const { status, json } = await shop.patch(`/plans/${before.id}`, { status: "active" })
    expect([status, json]).toEqual([200, before])
  })

  it("takes no status but active and retired", async () => {
    const { id } = await createPlan(shop)
    for (const status of ["grandfathered", "canceled", "Active", "", null, 1]) {
      const reply = await shop.patch(`/plans/${id}`, { status })
      expectRefused(reply, "parameter_invalid", "status")
    }
    const { error } = await shop.patch(`/plans/${id}`, { status: "grandfathered" })
    expect(error.message).toBe('status must be one of active, retired, but is "grandfathered".')
  })

  it("can't change the status of a superseded plan, but its name and metadata", async () => {
    const before = await createPlan(shop)
    await superseded(before)
    for (const status of ["active", "retired"]) {
      const reply = await shop.patch(`/plans/${before.id}`, { status }, { key: status })
      expectRefused(reply, "parameter_invalid", "status")
      const again = await shop.patch(`/plans/${before.id}`, { status }, { key: status })
      expect(again.error.code).toBe("idempotency_key_in_flight")
    }
    const change = { name: "Monthly, as it was", metadata: { since: "1999" } }
    const { json } = await shop.patch(`/plans/${before.id}`, change)
    expect(json).toEqual({ ...before, ...change, status: "grandfathered" })
  })

  it("retires a superseding plan like any other, and reactivates it", async () => {
    const successor = await superseded(await createPlan(shop))
    for (const status of ["retired", "active"]) {
      const { json } = await shop.patch(`/plans/${successor}`, { status })
      expect(json).toMatchObject({ status, version: 2 })
    }
  })

  it("can't change amount, interval and other terms that are fixed at creation", async () => {
    const before = await createPlan(shop)
    for (const [field, value] of Object.entries({
      amount: "1",
      currency: "USD",
      interval: { unit: "day", count: 1 },
      trial: { days: 1 },
      setup_fee: "1",
      end_after_cycles: 1,
      version: 2,
      id: unknown
    })) {
      const reply = await shop.patch(`/plans/${before.id}`, { [field]: value })
      expectRefused(reply, "parameter_unknown", field)
    }
    expect((await shop.get(`/plans/${before.id}`)).json).toEqual(before)
  })

  it("changes only the metadata keys that are sent, and removes those with empty values", async () => {
    const { id } = await createPlan(shop, { metadata: { a: "1", b: "2" } })
    const { json } = await shop.patch(`/plans/${id}`, { metadata: { b: "", c: "3" } })
    expect(json.metadata).toEqual({ a: "1", c: "3" })
  })

  it("refuses metadata that would have more than 50 keys in all", async () => {
    const keysFrom = (from: number, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`key ${from + n}`, "v"]))
    const { id } = await createPlan(shop, { metadata: keysFrom(0, 50) })
    const reply = await shop.patch(`/plans/${id}`, { metadata: keysFrom(50, 1) })
    expectRefused(reply, "parameter_invalid", "metadata")
  })

  it("checks the name like creation", async () => {
    const path = `/plans/${(await createPlan(shop)).id}`
    for (const name of ["n".repeat(256), null, 7, "nul \0"]) {
      expectRefused(await shop.patch(path, { name }), "parameter_invalid", "name")
    }
    const number = { name: "4242424242424242" }
    expectRefused(await shop.patch(path, number), "card_number_not_allowed", "name")
  })

  it("of an unknown or another tenant's is resource_not_found, and holds its key", async () => {
    const { id } = await createPlan(shop)
    for (const [client, path] of [
      [shop, `/plans/${unknown}`],
      [stranger, `/plans/${id}`]
    ] as const) {
      const { status, error } = await client.patch(path, { status: "retired" }, { key: "nobody" })
      expect([status, error.code]).toEqual([404, "resource_not_found"])
      const again = await client.patch(path, { status: "retired" }, { key: "nobody" })
      expect(again.error.code).toBe("idempotency_key_in_flight")
    }
    expect((await shop.get(`/plans/${id}`)).json.status).toBe("active")
  })

  it("answers once per Idempotency-Key, and needs one", async () => {
    const { id } = await createPlan(shop)
    const body = { status: "retired" }
    const first = await shop.patch(`/plans/${id}`, body, { key: "update" })
    await shop.patch(`/plans/${id}`, { status: "active" })
    const again = await shop.patch(`/plans/${id}`, body, { key: "update" })
    expect([again.text, again.headers.get("Idempotent-Replay")]).toEqual([first.text, "true"])
    expect((await shop.get(`/plans/${id}`)).json.status).toBe("active")
    const elsewhere = await shop.patch(`/plans/${(await createPlan(shop)).id}`, body, {
      key: "update"
    })
    expect(elsewhere.error.type).toBe("idempotency_error")
    const none = await shop.patch(`/plans/${id}`, body, { key: null })
    expect(none.error.code).toBe("idempotency_key_missing")
  })

  it("sent many times at once loses no change", async () => {
    const { id } = await createPlan(shop)
    const numbers = Array.from({ length: 20 }, (_, n) => `${n}`)
    const replies = await Promise.all(
      numbers.map((n) => shop.patch(`/plans/${id}`, { metadata: { [`key ${n}`]: n } }))
    )
    expect(replies.map(({ status }) => status)).toEqual(numbers.map(() => 200))
    const { metadata } = (await shop.get(`/plans/${id}`)).json
    expect(Object.keys(metadata as Json)).toHaveLength(numbers.length)
  })
})
