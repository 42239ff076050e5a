import { type Storage, StorageUnavailable } from "@payloom/core"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { openShop } from "./testing/openShop.ts"
import { idsOf } from "./testing/shopClient.ts"

const hour = 3_600_000

/** Opens a shop whose storage fails after a charge was sent, until it is `mended`. */
const breakingShop = async () => {
  const fault = { isBroken: false }
  const shop = await openShop({
    faulty: (storage) => ({
      ...storage,
      commit: (changes: Parameters<Storage["Service"]["commit"]>[0]) =>
        fault.isBroken
          ? Effect.fail(new StorageUnavailable({ cause: "gone" }))
          : storage.commit(changes)
    })
  })
  const charge = { payment_instrument: await shop.saveCard("approved") }
  shop.box.script.charge(() => {
    fault.isBroken = true
    return undefined
  })
  /** Pays, and fails between the charge and its settlement. */
  const breakDown = async (key: string) => {
    const reply = await shop.pay(charge, { key })
    expect([reply.status, reply.error.code]).toEqual([503, "storage_unavailable"])
    fault.isBroken = false
    shop.box.script.clear()
  }
  return { shop, charge, breakDown }
}

describe("a request that fails after its charge was sent", () => {
  it("holds its key: 409 idempotency_key_in_flight", async () => {
    const { shop, charge, breakDown } = await breakingShop()
    await breakDown("broken")
    const { status, error } = await shop.pay(charge, { key: "broken" })
    expect([status, error.code]).toEqual([409, "idempotency_key_in_flight"])
  })

  it("is found by listing payments from just before it was sent", async () => {
    const { shop, breakDown } = await breakingShop()
    await shop.pay()
    await shop.clock.advance(60_000)
    const sentAt = shop.clock.iso()
    await breakDown("broken")
    const reply = await shop.get(`/payments?created_gte=${sentAt}`)
    expect(idsOf(reply)).toHaveLength(1)
    expect(reply.json.data).toMatchObject([{ status: "processing", amount: "1250" }])
  })

  it("is settled by a recovery, which then answers for the key, and is charged once", async () => {
    const { shop, charge, breakDown } = await breakingShop()
    await breakDown("broken")
    await shop.clock.advance(hour)
    await shop.work()
    const replay = await shop.pay(charge, { key: "broken" })
    expect(replay.headers.get("Idempotent-Replay")).toBe("true")
    expect(replay.json).toMatchObject({ status: "succeeded", amount_captured: "1250" })
    const [attempt] = replay.json.attempts as Array<string>
    expect(await Effect.runPromise(shop.box.bank.timesCharged(attempt ?? ""))).toBe(1)
    expect(idsOf(await shop.get("/payments"))).toEqual([replay.json.id])
  })

  it("and is recovered after its key expired never answers for a newer request", async () => {
    const { shop, charge, breakDown } = await breakingShop()
    await breakDown("broken")
    await shop.clock.advance(24 * hour)
    const newer = await shop.pay(charge, { key: "broken" })
    expect([newer.status, newer.headers.has("Idempotent-Replay")]).toEqual([200, false])
    await shop.clock.advance(hour)
    await shop.work()
    const replay = await shop.pay(charge, { key: "broken" })
    expect(replay.text).toBe(newer.text)
    const { data } = (await shop.get("/payments")).json
    expect(data).toMatchObject([{ status: "succeeded" }, { status: "succeeded" }])
  })
})
