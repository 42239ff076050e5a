import { velocityRule } from "@payloom/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { hour, openShop } from "./testing/openShop.ts"
import { runsOf } from "./testing/runsOf.ts"
import { scheduledStorage } from "./testing/scheduledStorage.ts"

describe("the velocity rule", () => {
  it("counts no attempt that failed by the fault of an account or a provider", async () => {
    const shop = await openShop({ risk: velocityRule({ attempts: 2, windowMs: hour }) })
    for (const _ of [1, 2, 3]) {
      expect((await shop.pay("not_sent_anywhere")).status).toBe("failed")
    }
    expect((await shop.pay("insufficient_funds")).decline?.code).toBe("insufficient_funds")
    expect((await shop.pay("insufficient_funds")).decline?.code).toBe("insufficient_funds")
    expect((await shop.pay("insufficient_funds")).decline?.code).toBe("card_declined")
    expect(await shop.audit()).toEqual([])
  })

  it("allows no more than its limit, however many requests come at once", () =>
    fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const { between, scheduledBy } = scheduledStorage()
        const risk = velocityRule({ attempts: 2, windowMs: hour })
        const shop = await openShop({ between, risk })
        const paymentInstrument = await shop.saveCard("approved")
        const pay = (key: number) =>
          shop
            .shop()
            .payments.create(
              { amount: 100n, currency: "EUR", type: "one_off", paymentInstrument },
              { idempotencyKey: `${key}` }
            )
        scheduledBy(scheduler)
        const payments = await scheduler.waitFor(Promise.all([1, 2, 3, 4, 5].map(pay)))
        scheduledBy(null)
        expect(payments.map(({ status }) => status).toSorted()).toEqual([
          "declined",
          "declined",
          "declined",
          "succeeded",
          "succeeded"
        ])
        expect(await shop.run(shop.box.bank.charges())).toHaveLength(2)
        expect(await shop.audit()).toEqual([])
      }),
      { numRuns: runsOf(30), seed: 20_261_115 }
    ))
})
