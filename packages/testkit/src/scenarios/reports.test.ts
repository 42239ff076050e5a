import {
  type Change,
  CommitConflict,
  type ConsumerPart,
  ConsumerPartCollection,
  type ReportedPayment,
  ReportedPaymentCollection,
  update
} from "@payloom/core"
import { Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { auditedShops } from "./testing/auditedShops.ts"
import { minute, type Shop } from "./testing/openShop.ts"
import { report, reportFindings } from "./testing/reportsOf.ts"

const open = auditedShops()

const amounts = (page: { readonly data: ReadonlyArray<ReportedPayment> }) =>
  page.data.map(({ amount }) => amount)

const part = { collection: ConsumerPartCollection.name, key: "payloom-reporting/01" }

/** Returns true for a change that moves a part past events. */
const movesPart = (change: Change): boolean =>
  change._tag === "Update" &&
  change.collection.name === part.collection &&
  (change.row as ConsumerPart).position !== (change.before as ConsumerPart).position

/** A shop with a few payments of different kinds. */
const traded = async () => {
  const shop = await open()
  await shop.pay("approved", { amount: 1000n, metadata: { order: "A-17", channel: "web" } })
  await shop.pay("approved_mastercard", {
    amount: 2000n,
    currency: "USD",
    metadata: { channel: "web" }
  })
  await shop.pay("insufficient_funds", { amount: 3000n })
  const refunded = await shop.pay("approved", { amount: 4000n })
  await shop.shop().payments.refund(refunded.id, { amount: 1500n }, { idempotencyKey: "refund" })
  await shop.work()
  await report(shop)
  return shop
}

describe("the reported payments", () => {
  it("are as the payments are, and the figures are exact", async () => {
    const shop = await traded()
    expect(await reportFindings(shop)).toEqual([])
  })

  it("keep the fields that a newer release has added", async () => {
    const shop = await open()
    const { id } = await shop.pay("approved", { amount: 1000n })
    await shop.work()
    await report(shop)
    const { storage } = shop.process().payloom.services
    const { payments, scope } = shop.shop()
    const stored = async () =>
      Option.getOrThrow(await shop.run(storage.get(scope, ReportedPaymentCollection, id)))
    const before = await stored()
    const newer = { ...before.row, addedByNextRelease: true }
    await shop.run(shop.storage.commit([update(ReportedPaymentCollection, before, newer)]))
    await payments.refund(id, { amount: 100n }, { idempotencyKey: "refund" })
    await shop.elapse(minute)
    expect((await stored()).row).toMatchObject({ amountRefunded: 100n, addedByNextRelease: true })
    expect(await reportFindings(shop)).toEqual([])
  })

  it("leave the events of a part to another process that took it over", async () => {
    let isTakenOver = false
    const shop = await open({
      between: (storage) => ({
        ...storage,
        commit: (changes) =>
          isTakenOver && changes.some(movesPart)
            ? Effect.fail(new CommitConflict({ reason: "stale", ...part }))
            : storage.commit(changes)
      })
    })
    await shop.pay("approved", { amount: 1000n })
    const { reporting } = shop.process().payloom
    isTakenOver = true
    expect(await shop.until(reporting.catchUp())).toBe(0)
    isTakenOver = false
    await shop.elapse(minute)
    expect(await shop.until(reporting.catchUp())).toBeGreaterThan(0)
    expect(await reportFindings(shop)).toEqual([])
  })

  it("match every filter", async () => {
    const shop = await traded()
    const { reporting } = shop.shop()
    expect(amounts(await reporting.payments())).toEqual([4000n, 3000n, 2000n, 1000n])
    expect(amounts(await reporting.payments({ status: "declined" }))).toEqual([3000n])
    expect(amounts(await reporting.payments({ status: ["declined", "succeeded"] }))).toEqual([
      3000n,
      2000n,
      1000n
    ])
    expect(amounts(await reporting.payments({ currency: "USD" }))).toEqual([2000n])
    expect(amounts(await reporting.payments({ brand: "mastercard", method: "card" }))).toEqual([
      2000n
    ])
    expect(amounts(await reporting.payments({ declineCode: "insufficient_funds" }))).toEqual([
      3000n
    ])
    expect(amounts(await reporting.payments({ last4: "4242" }))).toEqual([4000n, 1000n])
    expect(amounts(await reporting.payments({ last4: "4242", amount: 1000n }))).toEqual([1000n])
    expect(amounts(await reporting.payments({ amount: 2000n, currency: "EUR" }))).toEqual([])
    const metadata = { key: "channel", value: "web" }
    expect(amounts(await reporting.payments({ metadata }))).toEqual([2000n, 1000n])
    expect(amounts(await reporting.payments({ metadata, currency: "EUR" }))).toEqual([1000n])
    expect(amounts(await reporting.payments({ metadata, last4: "4242" }))).toEqual([1000n])
    expect(amounts(await reporting.payments({ metadata, amount: 4000n }))).toEqual([])
    expect(amounts(await reporting.payments({ metadata: { key: "order", value: "web" } }))).toEqual(
      []
    )
  })

  it("continue after a cursor of the same filters, and of no others", async () => {
    const shop = await traded()
    const { reporting } = shop.shop()
    const first = await reporting.payments({ limit: 3 })
    const startingAfter = first.nextCursor ?? ""
    expect(amounts(await reporting.payments({ limit: 3, startingAfter }))).toEqual([1000n])
    await expect(
      reporting.payments({ limit: 3, startingAfter, currency: "EUR" })
    ).rejects.toMatchObject({ _tag: "InvalidInput" })
    const all: Array<bigint> = []
    for await (const { amount } of reporting.iteratePayments({ limit: 1 })) all.push(amount)
    expect(all).toEqual([4000n, 3000n, 2000n, 1000n])
  })
})

const found = async (shop: Shop, text: string) =>
  (await shop.shop().reporting.search(text)).map(
    ({ object, matchedBy, payment }) => `${object} ${matchedBy} ${payment?.amount ?? ""}`
  )

describe("a search", () => {
  it("finds amounts as people write them", async () => {
    const shop = await traded()
    for (const text of ["20.00", "20,00", "USD 20", "20.00 usd", "$20", "2000"]) {
      expect(await found(shop, text)).toContain("payment amount 2000")
    }
    expect(await found(shop, "20.00 EUR")).toEqual([])
  })

  it("finds the last four digits, references, metadata and ids", async () => {
    const shop = await traded()
    expect(await found(shop, "4242")).toEqual(["payment last4 4000", "payment last4 1000"])
    expect(await found(shop, "A-17")).toEqual(["payment metadata 1000"])
    const [last] = (await shop.shop().payments.list()).data
    const [attempt] =
      last === undefined ? [] : (await shop.shop().payments.listAttempts(last.id)).data
    expect(await found(shop, attempt?.providerReference ?? "")).toEqual(["payment reference 4000"])
    expect(await found(shop, attempt?.id ?? "")).toEqual(["attempt id 4000"])
    expect(await found(shop, (last?.id ?? "").replace("payment_", "").toLowerCase())).toEqual([
      "payment id 4000"
    ])
  })

  it("finds customers by their address in any spelling, with their last payments", async () => {
    const shop = await open()
    const { customers } = shop.shop()
    await customers.create({ email: "Ana@Example.org" }, { idempotencyKey: "ana" })
    for (const text of ["ana@example.org", "Ana@Example.org", " ANA@EXAMPLE.ORG "]) {
      expect(await found(shop, text)).toEqual(["customer email "])
    }
  })

  it("answers nothing for any other text", async () => {
    const shop = await traded()
    for (const text of ["", "   ", "nothing", "1.2.3", "%", "payment_"]) {
      expect(await found(shop, text)).toEqual([])
    }
  })
})
