import { type Change, ModificationCollection, Storage } from "@payloom/core"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { settled } from "../clock/manualClock.ts"
import { chargeThat, modificationThat } from "../sandbox/conduct.ts"
import { auditedShops, statusOf } from "./testing/auditedShops.ts"
import { minute, second } from "./testing/openShop.ts"

const open = auditedShops()

/** A connection to the storage that can suspend its process, like a suspended machine. */
const sleepyLine = () => {
  let next: { readonly after: (changes: ReadonlyArray<Change>) => boolean; ms: number } | null =
    null
  return {
    sleeps: (ms: number, after: (changes: ReadonlyArray<Change>) => boolean) => {
      next = { after, ms }
    },
    between: (inner: Storage["Service"]) =>
      Storage.of({
        ...inner,
        commit: (changes) =>
          Effect.tap(inner.commit(changes), () => {
            if (next === null || !next.after(changes)) return Effect.void
            const { ms } = next
            next = null
            return Effect.sleep(ms)
          })
      })
  }
}

const isSending = (changes: ReadonlyArray<Change>) =>
  changes.some(({ collection }) => collection.name === ModificationCollection.name)

describe("a process that sleeps between its commit and its call", () => {
  it("does not continue with another MID if another process has sent the charge meanwhile", async () => {
    const line = sleepyLine()
    const shop = await open({
      providers: [{ capabilities: { lookup: false } }],
      between: line.between
    })
    const paymentInstrument = await shop.saveCard("approved")
    shop.box.script.charge(chargeThat.hangsAfterCharging())
    line.sleeps(90 * second, (changes) => changes.some(({ _tag }) => _tag === "Insert"))
    const paying = shop
      .shop()
      .payments.create(
        { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument },
        { idempotencyKey: "key" }
      )
    await settled()
    await shop.clock.advance(46 * second)
    await shop.work()
    await shop.elapse(5 * minute)
    await paying
    expect((await shop.run(shop.box.bank.totals())).EUR?.captured).toBe(1250n)
    expect((await shop.shop().payments.list({})).data).toMatchObject([{ status: "succeeded" }])
  })

  it("does not charge on another MID if its own deadline has passed", async () => {
    const line = sleepyLine()
    const shop = await open({ between: line.between })
    const paymentInstrument = await shop.saveCard("approved")
    line.sleeps(20 * second, (changes) => changes.some(({ _tag }) => _tag === "Insert"))
    const payment = await shop.until(
      shop
        .shop()
        .payments.create(
          { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument },
          { idempotencyKey: "key" }
        )
    )
    expect(payment).toMatchObject({ status: "failed", decline: { code: "processing_error" } })
    expect(shop.requests).toEqual([])
  })

  it("does not overwrite that another process has sent the refund meanwhile", async () => {
    const line = sleepyLine()
    const shop = await open({
      providers: [{ capabilities: { dedupesForHours: 0, settleWindowMinutes: 1 } }],
      between: line.between
    })
    const payment = await shop.pay("approved")
    await shop.shop().payments.refund(payment.id, { amount: 500n }, { idempotencyKey: "refund" })
    line.sleeps(5 * minute, isSending)
    const asleep = shop.process().payloom.runDue()
    await settled()
    await shop.clock.advance(4 * minute + 50 * second)
    shop.box.script.refund(modificationThat.hangsAfterwards())
    const awake = shop.process().payloom.runDue()
    await shop.until(Promise.all([asleep, awake]))
    await shop.elapse(10 * minute)
    expect(await shop.run(shop.box.bank.doubled())).toEqual([])
  })

  it("finds that its job is done, and sends nothing", async () => {
    const line = sleepyLine()
    const shop = await open({ between: line.between })
    const payment = await shop.pay("approved")
    await shop.shop().payments.refund(payment.id, {}, { idempotencyKey: "refund" })
    line.sleeps(5 * minute, isSending)
    const asleep = shop.process().payloom.runDue()
    await settled()
    const other = await shop.start()
    await shop.clock.advance(minute)
    expect(await shop.until(other.payloom.runDue())).toBe(1)
    expect(await statusOf(shop, payment)).toBe("refunded")
    await shop.until(asleep)
    expect(shop.sent).toHaveLength(1)
  })
})
