import { PaymentInstrumentCollection } from "@payloom/core"
import { Option } from "effect"
import { describe, expect, it } from "vitest"
import type { Sandbox } from "../sandbox/sandbox.ts"
import type { TestCardName } from "../sandbox/testCards.ts"
import { auditedShops } from "./testing/auditedShops.ts"
import { day, hour, type Shop } from "./testing/openShop.ts"
import {
  begunCycles,
  cyclesOf,
  declineAll,
  declineNoMore,
  elapseTo,
  moveTo,
  paymentsOf,
  type Subscriber,
  standing,
  subscribe,
  subscriptionStory
} from "./testing/subscribing.ts"

const open = auditedShops()

/** Reissues a card, and delivers the account updater's notification. */
const reissued = async (shop: Shop, card: string, ...to: Parameters<Sandbox["reissue"]>) => {
  await shop.run(shop.box.reissue(...to))
  const { scope } = shop.shop()
  const stored = await shop.run(shop.storage.get(scope, PaymentInstrumentCollection, card))
  const vaultReference = Option.getOrThrow(stored).row.card?.vaultReference ?? ""
  const news = await shop.run(shop.box.notifications.cards({ scope, vaultReference }))
  await shop.run(shop.process().payloom.services.background.receiveCardUpdate(news))
}

describe.each([
  ["declined hard", "lost_card", undefined],
  ["declined with the network's never", "acquirer_refused", "never"]
] as const)("a renewal that is %s", (_, rawCode, advice) => {
  const fallBehind = async (shop: Shop): Promise<Subscriber> => {
    const subscriber = await subscribe(shop)
    declineAll(shop, rawCode, advice)
    await elapseTo(shop, "2026-12-15")
    return subscriber
  }

  it("is not retried on the card: its dates pass unused, and the last one ends the subscription", async () => {
    const shop = await open()
    const subscriber = await fallBehind(shop)
    declineNoMore(shop)
    await elapseTo(shop, "2026-12-31T11:59:59.999Z")
    expect((await standing(shop, subscriber)).status).toBe("past_due")
    await shop.elapse(1)
    expect((await standing(shop, subscriber)).status).toBe("terminated")
    expect(await paymentsOf(shop, subscriber)).toHaveLength(2)
    expect((await subscriptionStory(shop)).slice(3)).toEqual([
      "2026-12-15 payment_failed",
      "2026-12-15 past_due",
      "2026-12-31 terminated"
    ])
  })

  it("is charged at once when the card changes", async () => {
    const shop = await open()
    const subscriber = await fallBehind(shop)
    await elapseTo(shop, "2026-12-20")
    declineNoMore(shop)
    await moveTo(shop, subscriber, "approved_debit")
    await shop.work()
    expect((await paymentsOf(shop, subscriber)).slice(2)).toEqual([
      "2026-12-20 rebill 900 succeeded"
    ])
    expect((await standing(shop, subscriber)).status).toBe("active")
  })

  it("is retried on the remaining dates if another card is declined softly", async () => {
    const shop = await open()
    const subscriber = await fallBehind(shop)
    await elapseTo(shop, "2026-12-20")
    declineNoMore(shop)
    await moveTo(shop, subscriber, "insufficient_funds")
    await elapseTo(shop, "2027-01-15")
    expect((await paymentsOf(shop, subscriber)).slice(1)).toEqual([
      "2026-12-15 rebill 900 declined",
      "2026-12-20 rebill 900 declined",
      "2026-12-24 rebill 900 declined",
      "2026-12-31 rebill 900 declined"
    ])
  })

  it("is stopped again if the other card is declined for good, too", async () => {
    const shop = await open()
    const subscriber = await fallBehind(shop)
    await elapseTo(shop, "2026-12-20")
    await moveTo(shop, subscriber, "approved_debit")
    await elapseTo(shop, "2027-01-15")
    expect(await paymentsOf(shop, subscriber)).toHaveLength(3)
    expect((await standing(shop, subscriber)).status).toBe("terminated")
  })
})

describe("a card update of the account updater", () => {
  it("makes an unpaid cycle be charged at once on the new details, even if dunning was stopped", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    declineAll(shop, "expired_card")
    await elapseTo(shop, "2026-12-18")
    declineNoMore(shop)
    await reissued(shop, subscriber.card, "approved", { expMonth: 6, expYear: 2050 })
    await shop.work()
    expect((await paymentsOf(shop, subscriber)).slice(1)).toEqual([
      "2026-12-15 rebill 900 declined",
      "2026-12-18 rebill 900 succeeded"
    ])
    expect((await subscriptionStory(shop)).slice(-2)).toEqual([
      "2026-12-18 recovered",
      "2026-12-18 renewed"
    ])
  })

  it("makes a declined first charge be repeated at once", async () => {
    const shop = await open()
    declineAll(shop, "expired_card")
    const subscriber = await subscribe(shop)
    await shop.elapse(hour)
    declineNoMore(shop)
    await reissued(shop, subscriber.card, "approved", { expMonth: 6, expYear: 2050 })
    await shop.work()
    expect((await standing(shop, subscriber)).status).toBe("active")
  })

  it("changes nothing for a subscriber who owes nothing", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    await reissued(shop, subscriber.card, "approved", { expMonth: 6, expYear: 2050 })
    await shop.elapse(day)
    expect(await paymentsOf(shop, subscriber)).toHaveLength(1)
    expect(await subscriptionStory(shop)).toHaveLength(2)
  })
})

describe("the schemes' cap of 15 declines of a card in 30 days", () => {
  /**
   * Creates a subscriber whose card had this many declines elsewhere, once a day until the
   * renewal.
   */
  const declinedElsewhere = async (
    shop: Shop,
    times: number,
    card: TestCardName = "insufficient_funds"
  ): Promise<Subscriber> => {
    const subscriber = await subscribe(shop)
    await moveTo(shop, subscriber, card)
    await shop.elapse(Date.parse("2026-12-14T18:00:00Z") - (times - 1) * day - shop.clock.now())
    for (let n = 0; n < times; n++) {
      await shop.pay(card)
      if (n < times - 1) await shop.elapse(day)
    }
    return subscriber
  }

  const sentTo = async (shop: Shop, card: TestCardName) =>
    (await shop.run(shop.box.bank.charges())).filter((charge) => charge.card === card).length

  it("lets a renewal be charged after 14 declines, and not after 15", async () => {
    const shop = await open()
    const subscriber = await declinedElsewhere(shop, 14)
    await elapseTo(shop, "2026-12-30")
    expect(await sentTo(shop, "insufficient_funds")).toBe(15)
    expect((await cyclesOf(shop, subscriber))[1]).toMatchObject({
      status: "retrying",
      attemptCount: 1
    })
  })

  it("is counted again at each date, without declines older than 30 days", async () => {
    const shop = await open()
    const subscriber = await declinedElsewhere(shop, 15)
    await elapseTo(shop, "2026-12-30")
    expect(await sentTo(shop, "insufficient_funds")).toBe(15)
    // The decline of 30 November no longer counts then.
    await elapseTo(shop, "2026-12-31")
    expect(await sentTo(shop, "insufficient_funds")).toBe(16)
    expect((await standing(shop, subscriber)).status).toBe("terminated")
  })

  it("prevents that a renewal is sent, which is still declined and past due", async () => {
    const shop = await open()
    const subscriber = await declinedElsewhere(shop, 14)
    await shop.pay("insufficient_funds")
    await elapseTo(shop, "2026-12-15")
    expect(await sentTo(shop, "insufficient_funds")).toBe(15)
    expect(await begunCycles(shop, subscriber)).toEqual([
      "1 paid 2026-11-15",
      "2 retrying 2026-12-15"
    ])
    const [payment] = (await shop.shop().payments.list({ limit: 1 })).data
    expect(payment).toMatchObject({
      type: "subscription_rebill",
      status: "declined",
      decline: { code: "limit_exceeded" }
    })
    expect((await subscriptionStory(shop)).slice(-2)).toEqual([
      "2026-12-15 payment_failed",
      "2026-12-15 past_due"
    ])
  })

  it("counts every account of a cascade, and stops a cascade in the middle", async () => {
    const shop = await open()
    await declinedElsewhere(shop, 7, "cascade_exhausted")
    expect(await sentTo(shop, "cascade_exhausted")).toBe(14)
    await elapseTo(shop, "2026-12-20")
    expect(await sentTo(shop, "cascade_exhausted")).toBe(15)
  })

  it("does not apply to another card", async () => {
    const shop = await open()
    const subscriber = await declinedElsewhere(shop, 14)
    await shop.pay("insufficient_funds")
    await elapseTo(shop, "2026-12-15")
    await moveTo(shop, subscriber, "approved_debit")
    await shop.work()
    expect((await standing(shop, subscriber)).status).toBe("active")
  })

  it("counts no approved charges", async () => {
    const shop = await open()
    const subscriber = await declinedElsewhere(shop, 14, "approved_debit")
    await shop.pay("approved_debit")
    await elapseTo(shop, "2026-12-15")
    expect((await standing(shop, subscriber)).status).toBe("active")
  })
})
