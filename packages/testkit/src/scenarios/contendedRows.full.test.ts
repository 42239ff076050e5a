import type { Merchant } from "@payloom/core"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { hasPostgres } from "../postgres/postgresServer.ts"
import { alertsOf } from "./testing/auditedShops.ts"
import { onSqlite } from "./testing/onSqlite.ts"
import { minute, openShop, type Shop } from "./testing/openShop.ts"
import { postgresStorage } from "./testing/scenarioStorage.ts"
import { newKey, saveAnew } from "./testing/subscribing.ts"

/** A storage for a shop, and the number of requests that are sent to one row. */
interface Place {
  readonly name: string
  readonly isThere: boolean
  readonly many: number
  readonly on: (work: (shop: Shop) => Promise<void>) => Promise<void>
}

const places: ReadonlyArray<Place> = [
  {
    name: "memory",
    isThere: true,
    many: 1000,
    on: async (work) => work(await openShop())
  },
  {
    name: "SQLite",
    isThere: true,
    many: 200,
    on: (work) => onSqlite(async (storage) => work(await openShop({ storage })))
  },
  {
    name: "PostgreSQL",
    isThere: hasPostgres,
    many: 100,
    on: async (work) => work(await openShop({ storage: postgresStorage() }))
  }
]

/** Sends requests so that this many are in flight all the time. */
const inParallel = async (
  width: number,
  times: number,
  send: (nth: number) => Promise<unknown>
) => {
  let next = 0
  const loop = async () => {
    while (next < times) await send(next++)
  }
  await Promise.all(Array.from({ length: width }, loop))
}

const subscribeOn = ({ subscriptions }: Merchant, card: Awaited<ReturnType<typeof saveAnew>>) =>
  subscriptions.create(
    {
      customer: card.customer,
      paymentInstrument: card.id,
      amount: 900n,
      currency: "EUR",
      interval: { unit: "month", count: 1 }
    },
    newKey()
  )

const countOf = async (items: AsyncIterable<unknown>) => {
  let count = 0
  for await (const _ of items) count += 1
  return count
}

/**
 * Audits the rows at rest. Single commits are not checked, because several connections to
 * PostgreSQL answer in another order than that of the commits.
 */
const rowFindings = async (shop: Shop) => {
  const ofCommits = new Set(shop.commitFindings())
  return (await shop.audit()).filter((finding) => !ofCommits.has(finding))
}

describe.each(places)("one process on $name", ({ isThere, many, on }) => {
  const test = it.skipIf(!isThere)

  // The clock stands still, so a request that waits for time would never end.
  test("accepts all of many subscriptions on one card, 50 at a time", () =>
    on(async (shop) => {
      const card = await saveAnew(shop, "approved")
      const began = shop.clock.now()
      await inParallel(50, many, () => subscribeOn(shop.shop(), card))
      expect(shop.clock.now()).toBe(began)
      expect(await countOf(shop.shop().subscriptions.iterate())).toBe(many)
    }))

  test("accepts all of many refunds of one payment, and carries them out", () =>
    on(async (shop) => {
      const { id } = await shop.pay("approved")
      const { payments } = shop.shop()
      await inParallel(50, 50, () => payments.refund(id, { amount: 25n }, newKey()))
      await shop.work()
      expect(await payments.retrieve(id)).toMatchObject({
        status: "refunded",
        amountRefunded: 1250n
      })
      expect(await rowFindings(shop)).toEqual([])
    }))

  test("books all of many notifications about one payment", () =>
    on(async (shop) => {
      const { id } = await shop.pay("refund_pending")
      const { payments } = shop.shop()
      const refunds: Array<string> = []
      for (let nth = 0; nth < 50; nth++) {
        refunds.push((await payments.refund(id, { amount: 25n }, newKey())).id)
      }
      await shop.work()
      await shop.clock.advance(minute)
      const { background } = shop.process().payloom.services
      const began = shop.clock.now()
      await inParallel(50, refunds.length, async (nth) => {
        const raw = await shop.run(shop.box.notifications.modification(refunds[nth] ?? ""))
        await Effect.runPromise(background.receiveNotification(shop.mids[0] ?? "", raw))
      })
      expect(shop.clock.now()).toBe(began)
      expect(await payments.retrieve(id)).toMatchObject({
        status: "refunded",
        amountRefunded: 1250n
      })
      expect(alertsOf(shop)).toEqual([])
      expect(await rowFindings(shop)).toEqual([])
    }))
})

describe("two processes on one storage", () => {
  it("accept all of many subscriptions on one card, and all of many refunds of a payment", async () => {
    const shop = await openShop()
    const merchants = [shop.shop(), (await shop.start()).merchant]
    const card = await saveAnew(shop, "approved")
    const { id } = await shop.pay("approved")
    const ofNth = (nth: number) => merchants[nth % 2] as Merchant
    await shop.until(inParallel(50, 200, (nth) => subscribeOn(ofNth(nth), card)))
    await shop.until(
      inParallel(50, 50, (nth) => ofNth(nth).payments.refund(id, { amount: 25n }, newKey()))
    )
    await shop.work()
    expect(await countOf(shop.shop().subscriptions.iterate())).toBe(200)
    expect(await shop.shop().payments.retrieve(id)).toMatchObject({ amountRefunded: 1250n })
    expect(await shop.audit()).toEqual([])
  })
})
