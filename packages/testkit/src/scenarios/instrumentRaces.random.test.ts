import { PaymentInstrumentCollection } from "@payloom/core"
import { Effect, Option } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { openRace } from "./testing/openRace.ts"
import { runsOf } from "./testing/runsOf.ts"

describe("a saved card that is concurrently made the default, detached, reissued and charged", () => {
  it("is never the default after it is detached, which is recorded once", () =>
    fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.gen(), async (scheduler, g) => {
        const { shop, processes, run } = await openRace(scheduler)
        const id = await shop.saveCard("approved")
        const { scope } = shop.shop()
        const { customer } = await shop.shop().paymentInstruments.retrieve(id)
        const stored = await shop.run(shop.storage.get(scope, PaymentInstrumentCollection, id))
        const vaultReference = Option.getOrThrow(stored).row.card?.vaultReference ?? ""
        await shop.run(shop.box.reissue("approved", { expMonth: 6, expYear: 2051 }))
        const news = await shop.run(shop.box.notifications.cards({ scope, vaultReference }))
        const ways: ReadonlyArray<(at: 0 | 1, key: number) => Promise<unknown>> = [
          (at, key) =>
            processes[at].merchant.customers.update(
              customer,
              { defaultPaymentInstrument: id },
              { idempotencyKey: `${key}` }
            ),
          (at) => processes[at].merchant.paymentInstruments.detach(id),
          (at) =>
            Effect.runPromise(processes[at].payloom.services.background.receiveCardUpdate(news)),
          (at, key) =>
            processes[at].merchant.payments.create(
              { amount: 500n, currency: "EUR", type: "one_off", paymentInstrument: id },
              { idempotencyKey: `${key}` }
            )
        ]
        const racers = g(
          fc.array,
          fc.record({
            process: fc.constantFrom(0 as const, 1 as const),
            way: fc.nat({ max: ways.length - 1 })
          }),
          { minLength: 2, maxLength: 6 }
        )
        const outcomes = await run(
          racers.map(
            ({ process, way }, key) =>
              async () =>
                ways[way]?.(process, key)
          )
        )
        const refusals = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason] : []))
        for (const { _tag } of refusals) expect(_tag).toBe("InstrumentDetached")
        const { detached } = await shop.shop().paymentInstruments.retrieve(id)
        const { defaultPaymentInstrument } = await shop.shop().customers.retrieve(customer)
        expect(detached).toBe(racers.some(({ way }) => way === 1))
        if (detached) expect(defaultPaymentInstrument).toBe(null)
        const told = (await shop.events()).filter(({ type }) => type === "card.updated")
        expect(told.length).toBeLessThanOrEqual(1)
        if (!detached && racers.some(({ way }) => way === 2)) expect(told).toHaveLength(1)
        expect(await shop.audit()).toEqual([])
      }),
      { numRuns: runsOf(100), seed: 20_261_115 }
    ))
})
