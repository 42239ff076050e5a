import { CommitConflict, type Storage, StorageUnavailable } from "@payloom/core"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { RequestLog } from "./createHandler.ts"
import { openShop, type ShopOptions } from "./testing/openShop.ts"

type Store = Storage["Service"]

/** A shop whose storage works until `fault` is set. */
const faultyShop = async (options: ShopOptions = {}) => {
  const fault: { commit: Store["commit"] | null; page: Store["page"] | null } = {
    commit: null,
    page: null
  }
  const shop = await openShop({
    ...options,
    faulty: (storage) => ({
      ...storage,
      commit: (changes) => (fault.commit ?? storage.commit)(changes),
      page: (scope, of, query) => (fault.page ?? storage.page)(scope, of, query)
    })
  })
  return { shop, fault }
}

const unavailable = () =>
  Effect.fail(new StorageUnavailable({ cause: new Error("password=hunter2 at db.internal") }))

describe("a storage that does not answer", () => {
  it("is 503 storage_unavailable, without a word of why", async () => {
    const { shop, fault } = await faultyShop()
    fault.page = unavailable
    fault.commit = unavailable
    for (const reply of [await shop.get("/payments"), await shop.pay()]) {
      expect(reply.status).toBe(503)
      expect(reply.error).toMatchObject({ type: "api_error", code: "storage_unavailable" })
      expect(reply.text).not.toContain("hunter2")
    }
  })

  it("leaves the key free where nothing was committed", async () => {
    const { shop, fault } = await faultyShop()
    fault.commit = unavailable
    expect((await shop.pay({}, { key: "try again" })).status).toBe(503)
    fault.commit = null
    const reply = await shop.pay({}, { key: "try again" })
    expect([reply.status, reply.headers.has("Idempotent-Replay")]).toEqual([200, false])
  })
})

describe("a row that too many fight over", () => {
  it("is 503 storage_contention after about ten lost races, and the key is not held", async () => {
    const { shop, fault } = await faultyShop()
    let tries = 0
    fault.commit = () => {
      tries += 1
      return Effect.fail(new CommitConflict({ reason: "stale", collection: "payments", key: "x" }))
    }
    const refused = await shop.pay({}, { key: "contended" })
    expect(refused.status).toBe(503)
    expect(refused.error).toMatchObject({ type: "api_error", code: "storage_contention" })
    expect(tries).toBe(10)
    fault.commit = null
    expect((await shop.pay({}, { key: "contended" })).status).toBe(200)
  })
})

describe("a defect", () => {
  it("is 500 internal_error, whose details go to the log and never to the caller", async () => {
    const logs: Array<RequestLog> = []
    const { shop, fault } = await faultyShop({ onRequest: (log) => logs.push(log) })
    fault.page = () => Effect.die(new Error("row 17 is broken"))
    const { status, error, text } = await shop.get("/payments")
    expect(status).toBe(500)
    expect(error).toMatchObject({ type: "api_error", code: "internal_error" })
    expect(text).not.toContain("row 17")
    expect(logs.at(-1)).toMatchObject({ status: 500, operation: "listPayments" })
    expect(logs.at(-1)?.defect).toContain("row 17 is broken")
  })

  it("that is thrown outside of any effect is one just so", async () => {
    const { shop, fault } = await faultyShop()
    fault.page = () => {
      throw new TypeError("undefined is not a function")
    }
    const { status, error, text } = await shop.get("/payments")
    expect([status, error.code]).toEqual([500, "internal_error"])
    expect(text).not.toContain("undefined is not")
  })

  it("carries its Request-Id like every answer", async () => {
    const { shop, fault } = await faultyShop()
    fault.page = () => Effect.die("broken")
    const { headers, error } = await shop.get("/payments")
    expect(headers.get("Request-Id")).toBe(error.request_id)
  })
})
