import type { Merchant } from "@payloom/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { chargeThat } from "../sandbox/conduct.ts"
import { openRace } from "./testing/openRace.ts"
import { hour, minute } from "./testing/openShop.ts"
import { runsOf } from "./testing/runsOf.ts"
import { cyclesOf, elapseTo, newKey, saveAnew, standing, subscribe } from "./testing/subscribing.ts"

type Subscriptions = Merchant["subscriptions"]

/**
 * Actions of a merchant during the charge of a renewal, by the subscription's id and another card.
 */
const deeds: Readonly<
  Record<string, (subscriptions: Subscriptions, id: string, card: string) => Promise<unknown>>
> = {
  cancels: (subscriptions, id) => subscriptions.cancel(id, {}, newKey()),
  cancelsAtOnce: (subscriptions, id) =>
    subscriptions.cancel(id, { cancelAtPeriodEnd: false }, newKey()),
  pauses: (subscriptions, id) => subscriptions.pause(id, {}, newKey()),
  skips: (subscriptions, id) => subscriptions.pause(id, { behavior: "skip" }, newKey()),
  movesCard: (subscriptions, id, card) =>
    subscriptions.update(id, { paymentInstrument: card }, newKey()),
  notes: (subscriptions, id) => subscriptions.update(id, { metadata: { a: "1" } }, newKey())
}

const conducts = {
  approves: chargeThat.isApproved,
  declines: () => chargeThat.isDeclined("nsf"),
  declinesHard: () => chargeThat.isDeclined("lost_card"),
  waits: () => chargeThat.settles(hour),
  breaks: chargeThat.throwsAfterCharging
}

describe("a renewal that is charged while the merchant changes its subscription in another process", () => {
  it("is charged at most once, and all rows agree, however the two interleave", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.constantFrom(...Object.keys(deeds)),
        fc.constantFrom(...Object.keys(deeds)),
        fc.constantFrom(...(Object.keys(conducts) as Array<keyof typeof conducts>)),
        async (scheduler, first, second, conduct) => {
          const { shop, processes, run } = await openRace(scheduler)
          const [, other] = processes
          const subscriber = await subscribe(shop)
          const { id: card } = await saveAnew(shop, "approved_debit", subscriber.customer)
          await elapseTo(shop, "2026-12-15T11:59:00Z")
          await shop.clock.advance(minute)
          shop.box.script.charge(conducts[conduct]())
          await run<unknown>([
            () => shop.process().payloom.runDue(),
            () => other.payloom.runDue(),
            async () => deeds[first]?.(other.merchant.subscriptions, subscriber.id, card),
            async () => deeds[second]?.(shop.shop().subscriptions, subscriber.id, card)
          ])
          await shop.work()
          await elapseTo(shop, "2026-12-17")
          expect(await shop.audit()).toEqual([])
          const renewal = (await cyclesOf(shop, subscriber))[1]
          const { status } = await standing(shop, subscriber)
          expect([status, renewal?.status]).not.toEqual([status, "charging"])
        }
      ),
      { numRuns: runsOf(100), seed: 20_261_122 }
    )
  })
})
