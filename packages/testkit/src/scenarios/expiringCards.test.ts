import { PaymentInstrumentCollection } from "@payloom/core"
import { Option } from "effect"
import { describe, expect, it } from "vitest"
import type { CommitFault } from "../faults/mortalStorage.ts"
import type { CardToEncrypt } from "../sandbox/sandbox.ts"
import { auditedShops } from "./testing/auditedShops.ts"
import { day, hour, minute, type Shop } from "./testing/openShop.ts"

const open = auditedShops()

const inDecember = { card: "approved", expMonth: 12, expYear: 2026 } as const

/** 30 days before the end of December. */
const announced = "2026-12-02T00:00:00.000Z"

/** The check reads pages of 100 cards, so the last page has one card. */
const threePages = 201

const elapseTo = (shop: Shop, moment: string) => shop.elapse(Date.parse(moment) - shop.clock.now())

/** Returns the ids of the cards in the events, in order. */
const told = async (shop: Shop): Promise<ReadonlyArray<string>> => {
  const events = await shop.events()
  return events
    .filter(({ type }) => type === "card.expiring_soon")
    .map(({ data }) => (data.object as { readonly id: string }).id)
}

/** Saves the same card this many times. Returns the ids. */
const saveMany = async (shop: Shop, count: number, card: CardToEncrypt = inDecember) => {
  const ciphertext = await shop.box.encryptCard(card)
  const ids: Array<string> = []
  for (let n = 0; n < count; n++) ids.push((await shop.shop().cards.save({ ciphertext })).id)
  return ids
}

describe("card.expiring_soon", () => {
  it("is recorded 30 days before the end of the month of expiry, in UTC", async () => {
    const shop = await open()
    const id = await shop.saveCard(inDecember)
    await elapseTo(shop, "2026-12-01T23:59:59.999Z")
    expect(await told(shop)).toEqual([])
    await elapseTo(shop, announced)
    const [event, ...others] = await shop.events()
    expect(others).toEqual([])
    expect(event).toMatchObject({
      type: "card.expiring_soon",
      published: true,
      occurredAt: Date.parse(announced),
      data: { object: { object: "payment_instrument", id, card: { exp_month: 12 } } }
    })
    expect(event?.data.object).not.toHaveProperty("card.vaultReference")
  })

  it("is recorded once for each card and expiry", async () => {
    const shop = await open()
    const ids = await saveMany(shop, 3)
    await shop.elapse(60 * day)
    expect(await told(shop)).toEqual(ids)
  })

  it("is not recorded for cards that expire later, or had expired before the check", async () => {
    const shop = await open()
    await saveMany(shop, 2, { ...inDecember, expMonth: 10 })
    await saveMany(shop, 2, { ...inDecember, expMonth: 3, expYear: 2027 })
    await elapseTo(shop, "2027-02-28T23:00:00Z")
    expect(await told(shop)).toEqual([])
    await elapseTo(shop, "2027-03-02T00:00:00Z")
    expect(await told(shop)).toHaveLength(2)
  })

  it("is recorded at the next check for a card that is saved within its last 30 days", async () => {
    const shop = await open()
    await elapseTo(shop, "2026-12-20T15:00:00Z")
    const id = await shop.saveCard(inDecember)
    await shop.elapse(9 * hour - minute)
    expect(await told(shop)).toEqual([])
    await shop.elapse(minute)
    expect(await told(shop)).toEqual([id])
  })

  it("is never recorded for a detached card", async () => {
    const shop = await open()
    const [gone = "", kept] = await saveMany(shop, 2)
    await shop.shop().paymentInstruments.detach(gone)
    await elapseTo(shop, announced)
    expect(await told(shop)).toEqual([kept])
  })

  it("is recorded again for the new expiry of a reissued card", async () => {
    const shop = await open()
    const id = await shop.saveCard(inDecember)
    await elapseTo(shop, announced)
    await shop.run(shop.box.reissue("approved", { expMonth: 6, expYear: 2027 }))
    const { scope } = shop.shop()
    const stored = await shop.run(shop.storage.get(scope, PaymentInstrumentCollection, id))
    const vaultReference = Option.getOrThrow(stored).row.card?.vaultReference ?? ""
    const news = await shop.run(shop.box.notifications.cards({ scope, vaultReference }))
    const { background } = shop.process().payloom.services
    await shop.run(background.receiveCardUpdate(news))
    await elapseTo(shop, "2027-05-31T23:00:00Z")
    expect(await told(shop)).toEqual([id])
    await elapseTo(shop, "2027-06-01T00:00:00Z")
    expect(await told(shop)).toEqual([id, id])
  })

  it("is recorded for many cards page by page, once for each", async () => {
    const shop = await open()
    const ids = await saveMany(shop, threePages)
    await elapseTo(shop, "2026-12-01T23:59:00Z")
    await shop.clock.advance(minute)
    const commits: Array<number> = []
    shop.process().mortal.meet((number) => void commits.push(number))
    await shop.work()
    // Three pages for this account. The other mode needs no commit.
    expect(commits).toHaveLength(4)
    expect(await told(shop)).toEqual(ids)
  })
})

/** Processes that run their jobs, and seldom poll for those of others. */
const working = { workers: true, engine: { pollMs: hour } }

describe("the check for cards that expire soon", () => {
  const points: ReadonlyArray<readonly [number, CommitFault]> = [1, 2, 3, 4].flatMap((commit) => [
    [commit, "dies_before"],
    [commit, "dies_after"]
  ])

  it.each(points)("records each card once if its process dies: commit %i, %s", async (...at) => {
    const shop = await open()
    const ids = await saveMany(shop, threePages)
    await elapseTo(shop, "2026-12-01T23:59:00Z")
    await shop.clock.advance(minute)
    const [commit, fault] = at
    shop.process().mortal.meet((number) => (number === commit ? fault : undefined))
    await shop.untilDead(shop.process().payloom.runDue())
    await shop.restart()
    await shop.elapse(hour)
    expect([...(await told(shop))].sort()).toEqual([...ids].sort())
  })

  it("records each card once if several processes run jobs", async () => {
    const shop = await open(working)
    const ids = await saveMany(shop, threePages)
    await shop.start()
    await shop.start()
    await shop.clock.advance(20 * day)
    expect([...(await told(shop))].sort()).toEqual([...ids].sort())
  })

  it("does not delay charges of the cards that it records", async () => {
    const shop = await open(working)
    await shop.saveCard(inDecember)
    await shop.clock.advance(Date.parse(announced) - shop.clock.now() - 1)
    const [payment] = await Promise.all([shop.pay(inDecember), shop.clock.advance(1)])
    expect(payment.status).toBe("succeeded")
    await shop.clock.advance(minute)
    expect(await told(shop)).toHaveLength(1)
  })

  it("is retried if the store doesn't answer, and records once", async () => {
    const shop = await open()
    const id = await shop.saveCard(inDecember)
    await elapseTo(shop, "2026-12-01T23:59:00Z")
    shop.process().mortal.meet((number) => (number < 3 ? "unavailable_before" : undefined))
    await shop.elapse(hour)
    expect(await told(shop)).toEqual([id])
  })
})
