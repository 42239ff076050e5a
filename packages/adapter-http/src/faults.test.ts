import { type ChargeOutcome, CommitConflict, type Storage, StorageUnavailable } from "@payloom/core"
import { chargeThat, modificationThat, testCards } from "@payloom/testkit"
import { Effect } from "effect"
import { describe, expect, it, vi } from "vitest"
import type { RequestLog } from "./responder.ts"
import { openShop, type ShopOptions } from "./testing/openShop.ts"

type Store = Storage["Service"]

/** Opens a shop whose storage works until `fault` is set. */
const faultyShop = async (options: ShopOptions = {}) => {
  const fault: {
    commit: Store["commit"] | null
    page: Store["page"] | null
    writes: Store["checkWrites"] | null
  } = { commit: null, page: null, writes: null }
  const shop = await openShop({
    ...options,
    faulty: (storage) => ({
      ...storage,
      commit: (changes) => (fault.commit ?? storage.commit)(changes),
      page: (scope, of, query) => (fault.page ?? storage.page)(scope, of, query),
      checkWrites: Effect.suspend(() => fault.writes ?? Effect.succeed([]))
    })
  })
  return { shop, fault }
}

const unavailable = () =>
  Effect.fail(new StorageUnavailable({ cause: new Error("password=hunter2 at db.internal") }))

describe("a storage that does not answer", () => {
  it("is 503 storage_unavailable with Retry-After, without the reason", async () => {
    const { shop, fault } = await faultyShop()
    fault.page = unavailable
    fault.commit = unavailable
    for (const reply of [await shop.get("/payments"), await shop.pay()]) {
      expect([reply.status, reply.headers.get("Retry-After")]).toEqual([503, "1"])
      expect(reply.error).toMatchObject({ type: "api_error", code: "storage_unavailable" })
      expect(reply.text).not.toContain("hunter2")
    }
  })

  it("reports the reason in the log, with the request's id and without secrets", async () => {
    const logs: Array<RequestLog> = []
    const { shop, fault } = await faultyShop({ onRequest: (log) => logs.push(log) })
    fault.page = unavailable
    const { error } = await shop.get("/payments")
    expect(logs.at(-1)).toMatchObject({ requestId: error.request_id, status: 503 })
    expect(logs.at(-1)?.cause).toContain("StorageUnavailable")
    expect(logs.at(-1)?.cause).toContain("password=[withheld] at db.internal")
  })

  it("is 503 for a full disk too, which /health reports although reads succeed", async () => {
    const { shop, fault } = await faultyShop()
    const full = Effect.fail(
      new StorageUnavailable({ cause: new Error("SQLITE_FULL"), isFull: true })
    )
    expect((await shop.get("/health")).status).toBe(200)
    fault.commit = () => full
    fault.writes = full
    for (const reply of [await shop.pay(), await shop.get("/health")]) {
      expect([reply.status, reply.error.code]).toEqual([503, "storage_unavailable"])
      expect(reply.error.message).toMatch(/no space left/)
    }
    expect((await shop.get("/payments")).status).toBe(200)
    fault.writes = null
    expect((await shop.get("/health")).status).toBe(200)
  })

  it("leaves the key free if nothing was committed", async () => {
    const { shop, fault } = await faultyShop()
    fault.commit = unavailable
    expect((await shop.pay({}, { key: "try again" })).status).toBe(503)
    fault.commit = null
    const reply = await shop.pay({}, { key: "try again" })
    expect([reply.status, reply.headers.has("Idempotent-Replay")]).toEqual([200, false])
  })
})

describe("a row that too many requests change at once", () => {
  it("is 503 storage_contention after twenty seconds, and the key is not held", async () => {
    const { shop, fault } = await faultyShop()
    fault.commit = () =>
      Effect.fail(new CommitConflict({ reason: "stale", collection: "payments", key: "x" }))
    const began = shop.clock.now()
    const refused = await shop.clock.until(shop.pay({}, { key: "contended" }))
    expect(refused.status).toBe(503)
    expect(refused.error).toMatchObject({ type: "api_error", code: "storage_contention" })
    expect(shop.clock.now() - began).toBeGreaterThanOrEqual(20_000)
    fault.commit = null
    expect((await shop.pay({}, { key: "contended" })).status).toBe(200)
  })
})

describe("a provider's adapter that is broken", () => {
  const number = testCards.approved.number
  it.each<[string, () => Effect.Effect<ChargeOutcome>, string]>([
    [
      "throws",
      () => {
        throw new Error(`no route for ${number} with sk_live_not-a-real-key`)
      },
      "no route for [withheld] with [withheld]"
    ],
    ["dies", () => Effect.die(new Error("the line broke")), "the line broke"],
    [
      "answers nonsense",
      () => Effect.succeed({ _tag: "Approved", amount: 5 } as never),
      "answered charge with an ill-formed or unknown Approved"
    ],
    ["answers nothing", () => Effect.succeed(undefined as never), "with no answer but undefined"]
  ])("and %s leaves the outcome unknown and its cause in the log", async (_, charge, cause) => {
    const shop = await openShop({ adapted: (provider) => ({ ...provider, charge }) })
    const reply = await shop.pay({ payment_instrument: await shop.saveCard("approved") })
    expect([reply.status, reply.json.status]).toEqual([200, "processing"])
    expect(reply.text).not.toContain(cause)
    const requestId = reply.headers.get("Request-Id")
    expect(shop.logged).toMatchObject([
      { level: "error", cause: expect.stringContaining(cause), about: { requestId } }
    ])
    expect(shop.logged[0]?.cause).not.toContain(number)
  })

  it("and doesn't answer in time leaves the outcome unknown and an entry in the log", async () => {
    const shop = await openShop()
    shop.box.script.charge(chargeThat.hangs())
    const payment_instrument = await shop.saveCard("approved")
    const reply = await shop.clock.until(shop.pay({ payment_instrument }))
    expect(reply.json.status).toBe("processing")
    const requestId = reply.headers.get("Request-Id")
    expect(shop.logged).toMatchObject([
      { level: "warn", message: expect.stringContaining("did not answer"), about: { requestId } }
    ])
  })

  it("names the job and its subject if no request waits for it", async () => {
    const shop = await openShop()
    const { json } = await shop.pay({ payment_instrument: await shop.saveCard("approved") })
    shop.box.script.refund(modificationThat.throws())
    const refund = await shop.post(`/payments/${json.id}/refunds`)
    await shop.work()
    expect(shop.logged).toMatchObject([
      {
        cause: expect.stringContaining("the connection broke"),
        about: { job: "carry_out_modification", subject: refund.json.id }
      }
    ])
  })
})

describe("a hook for the log that throws", () => {
  it("changes nothing about the answer", async () => {
    const shop = await openShop({
      onLog: () => {
        throw new Error("the disk is full")
      }
    })
    shop.box.script.charge(chargeThat.throws())
    const reply = await shop.pay({ payment_instrument: await shop.saveCard("approved") })
    expect([reply.status, reply.json.status]).toEqual([200, "processing"])
  })
})

describe("a defect", () => {
  it("is 500 internal_error, with details in the log and never for the caller", async () => {
    const logs: Array<RequestLog> = []
    const { shop, fault } = await faultyShop({ onRequest: (log) => logs.push(log) })
    fault.page = () => Effect.die(new Error("row 17 is broken"))
    const { status, error, text } = await shop.get("/payments")
    expect(status).toBe(500)
    expect(error).toMatchObject({ type: "api_error", code: "internal_error" })
    expect(text).not.toContain("row 17")
    expect(logs.at(-1)).toMatchObject({ status: 500, operation: "listPayments" })
    expect(logs.at(-1)?.cause).toContain("row 17 is broken")
  })

  it("that is thrown outside of any effect is the same", async () => {
    const { shop, fault } = await faultyShop({ onRequest: () => undefined })
    fault.page = () => {
      throw new TypeError("undefined is not a function")
    }
    const { status, error, text } = await shop.get("/payments")
    expect([status, error.code]).toEqual([500, "internal_error"])
    expect(text).not.toContain("undefined is not")
  })

  it("carries its Request-Id, under which it is logged if there is no onRequest", async () => {
    const log = vi.spyOn(console, "log").mockImplementation(() => undefined)
    const { shop, fault } = await faultyShop()
    fault.page = () => Effect.die(new Error("row 17 is broken"))
    const { headers, error } = await shop.get("/payments")
    const lines = log.mock.calls.map((call) => call.map(String).join(" "))
    log.mockRestore()
    expect(headers.get("Request-Id")).toBe(error.request_id)
    expect(lines).toEqual([
      expect.stringContaining(`GET listPayments (${error.request_id}) with 500`)
    ])
    expect(lines[0]).toContain("row 17 is broken")
  })
})
