import { Effect, Fiber } from "effect"
import { describe, expect, it } from "vitest"
import { settled } from "../clock/manualClock.ts"
import { chargeThat, modificationThat } from "../sandbox/conduct.ts"
import { auditedShops, statusOf } from "./testing/auditedShops.ts"
import { day, hour, minute, type Shop, second } from "./testing/openShop.ts"

const open = auditedShops()

const input = async (shop: Shop) => ({
  amount: 1250n,
  currency: "EUR",
  type: "one_off" as const,
  paymentInstrument: await shop.saveCard("approved")
})

describe("the workers of a process", () => {
  it("carry a refund out as soon as it is requested", async () => {
    const shop = await open({ workers: true })
    const { id } = await shop.pay("approved")
    await shop.shop().payments.refund(id, {}, { idempotencyKey: "refund" })
    await settled()
    expect(await statusOf(shop, { id })).toBe("refunded")
    await shop.process().payloom.close()
  })

  it("run every job when it falls due, and not sooner", async () => {
    const shop = await open({ workers: true })
    const payment = await shop.pay("lost_answer")
    await shop.clock.advance(4 * second)
    expect(await statusOf(shop, payment)).toBe("processing")
    await shop.clock.advance(second)
    expect(await statusOf(shop, payment)).toBe("succeeded")
    const held = await shop.pay("approved", { captureMethod: "manual" })
    await shop.clock.advance(5 * hour)
    expect(await statusOf(shop, held)).toBe("authorized")
    await shop.process().payloom.close()
  })

  it("take over the jobs of another process after its leases have ended", async () => {
    const shop = await open({ workers: true })
    const { id } = await shop.pay("approved")
    shop.process().mortal.meet((commit) => (commit === 2 ? "dies_before" : undefined))
    await shop.shop().payments.refund(id, {}, { idempotencyKey: "refund" })
    await settled()
    expect(shop.process().mortal.isDead()).toBe(true)
    await shop.restart()
    await shop.clock.advance(29 * second)
    expect(await statusOf(shop, { id })).toBe("succeeded")
    await shop.clock.advance(2 * second)
    expect(await statusOf(shop, { id })).toBe("refunded")
    await shop.process().payloom.close()
  })

  it("continue after the store was unavailable", async () => {
    const shop = await open({ workers: true })
    const { id } = await shop.pay("approved")
    shop.process().mortal.meet((commit) => (commit === 2 ? "unavailable_before" : undefined))
    await shop.shop().payments.refund(id, {}, { idempotencyKey: "refund" })
    await settled()
    expect(await statusOf(shop, { id })).toBe("succeeded")
    await shop.clock.advance(10 * minute)
    expect(await statusOf(shop, { id })).toBe("refunded")
    expect(await shop.run(shop.box.bank.modifications())).toHaveLength(1)
    await shop.process().payloom.close()
  })
})

describe("a charge in flight", () => {
  it("continues when its caller goes away", async () => {
    const shop = await open()
    shop.box.script.charge(chargeThat.answersAfter(5 * second))
    const { payments } = shop.process().payloom.services
    const caller = { scope: shop.shop().scope, serviceVersion: "2026-11-01" }
    const given = (await input(shop)) as Parameters<typeof payments.create>[1]
    const asked = Effect.runFork(payments.create(caller, given, { idempotencyKey: "gone" }))
    await settled()
    await Effect.runPromise(Fiber.interrupt(asked))
    await shop.clock.advance(5 * second)
    await settled()
    const [payment] = (await shop.shop().payments.list({})).data
    expect(payment?.status).toBe("succeeded")
    const again = await shop.shop().payments.create(given, { idempotencyKey: "gone" })
    expect(again).toEqual(payment)
  })

  it("is finished before the engine closes", async () => {
    const shop = await open()
    shop.box.script.charge(chargeThat.answersAfter(5 * second))
    const given = await input(shop)
    const paying = shop.shop().payments.create(given, { idempotencyKey: "closing" })
    await settled()
    let isClosed = false
    const closing = shop
      .process()
      .payloom.close()
      .then(() => {
        isClosed = true
      })
    await settled()
    expect(isClosed).toBe(false)
    await shop.clock.advance(5 * second)
    expect((await paying).status).toBe("succeeded")
    await closing
    await shop.restart()
  })

  it("delays closing at most by the engine's drain time, and is recovered later", async () => {
    const shop = await open({ engine: { drainMs: 10 * second, providerTimeoutMs: minute } })
    shop.box.script.charge(chargeThat.hangsAfterCharging())
    const given = await input(shop)
    const paying = shop.shop().payments.create(given, { idempotencyKey: "closing" })
    paying.catch(() => undefined)
    await settled()
    await shop.until(shop.process().payloom.close())
    await shop.restart()
    await shop.elapse(day)
    const [payment] = (await shop.shop().payments.list({})).data
    expect(payment?.status).toBe("succeeded")
    expect(await shop.run(shop.box.bank.charges())).toHaveLength(1)
  })
})

describe("a refund in flight", () => {
  it("is carried out once, even if its answer comes after its worker has given up", async () => {
    const shop = await open()
    const { id } = await shop.pay("approved")
    shop.box.script.refund(modificationThat.answersAfter(10 * minute))
    await shop.shop().payments.refund(id, {}, { idempotencyKey: "refund" })
    const other = await shop.start()
    const slow = shop.process().payloom.runDue()
    await shop.clock.advance(5 * minute)
    await shop.until(other.payloom.runDue())
    await shop.clock.advance(10 * minute)
    await shop.until(slow)
    await shop.elapse(hour)
    expect(await statusOf(shop, { id })).toBe("refunded")
    expect(shop.sent).toHaveLength(1)
  })
})
