import { paymentCodec } from "@payloom/core"
import { describe, expect, it } from "vitest"
import type { CommitFault } from "../faults/mortalStorage.ts"
import { auditedShops, typesOf } from "./testing/auditedShops.ts"
import { day, hour, minute, type Shop } from "./testing/openShop.ts"

const open = auditedShops()

const create = (shop: Shop, key: string) =>
  shop
    .shop()
    .payments.create({ amount: 1250n, currency: "EUR", type: "one_off" }, { idempotencyKey: key })

describe("a payment without a method", () => {
  it("waits for a method for a day, then expires", async () => {
    const shop = await open()
    const payment = await create(shop, "waits")
    expect(payment).toMatchObject({ status: "requires_payment", attempts: [] })
    await shop.elapse(day - minute)
    expect((await shop.shop().payments.retrieve(payment.id)).status).toBe("requires_payment")
    await shop.elapse(minute)
    expect((await shop.shop().payments.retrieve(payment.id)).status).toBe("expired")
    expect(await typesOf(shop)).toEqual(["payment.expired"])
  })

  it("can be canceled for good", async () => {
    const shop = await open()
    const { id } = await create(shop, "canceled")
    expect((await shop.shop().payments.cancel(id)).status).toBe("canceled")
    expect((await shop.shop().payments.cancel(id)).status).toBe("canceled")
    await shop.elapse(2 * day)
    expect((await shop.shop().payments.retrieve(id)).status).toBe("canceled")
    const events = await shop.events()
    expect(events.map(({ type, published }) => [type, published])).toEqual([
      ["payment.canceled", false]
    ])
  })

  it("is either canceled or expired if both happen at once", async () => {
    const shop = await open()
    const { id } = await create(shop, "both")
    await shop.clock.advance(day)
    await Promise.allSettled([shop.shop().payments.cancel(id), shop.process().payloom.runDue()])
    expect(await shop.events()).toHaveLength(1)
  })
})

describe("a payment that was sent", () => {
  it("can't be canceled any more", async () => {
    const shop = await open()
    for (const card of ["approved", "insufficient_funds", "timeout_charged"] as const) {
      const { id } = await shop.pay(card)
      await expect(shop.shop().payments.cancel(id)).rejects.toMatchObject({
        _tag: "PaymentInFlight"
      })
    }
  })
})

describe("an event", () => {
  it("contains the payment exactly as retrieve returns it at that moment, with growing versions", async () => {
    const shop = await open()
    const { id } = await shop.pay("approved", { captureMethod: "manual", metadata: { order: "7" } })
    const seen: Array<number> = []
    const compare = async () => {
      const last = (await shop.events(id)).findLast(({ type }) => type.startsWith("payment."))
      const { id: _, ...retrieved } = await shop.shop().payments.retrieve(id)
      expect(last?.data.object).toEqual(paymentCodec.encode({ id: payment.id, ...retrieved }))
      expect(last?.data.payment_id).toBe(id)
      seen.push(last?.data.version ?? 0)
    }
    const payment = await shop.shop().payments.retrieve(id)
    await compare()
    await shop.shop().payments.capture(id, { amount: 1000n }, { idempotencyKey: "capture" })
    await shop.work()
    await compare()
    await shop.shop().payments.refund(id, { amount: 400n }, { idempotencyKey: "part" })
    await shop.work()
    await compare()
    await shop.shop().payments.refund(id, {}, { idempotencyKey: "rest" })
    await shop.work()
    await compare()
    expect(seen).toEqual([...new Set(seen)].sort((left, right) => left - right))
    expect(await typesOf(shop, id)).toEqual([
      "payment.authorized",
      "payment.captured",
      "refund.pending",
      "refund.succeeded",
      "payment.partially_refunded",
      "refund.pending",
      "refund.succeeded",
      "payment.refunded"
    ])
  })

  it("is in the commit of its ledger group, and each movement has one group", async () => {
    const shop = await open()
    const { id } = await shop.pay("approved")
    await shop.shop().payments.refund(id, { amount: 250n }, { idempotencyKey: "refund" })
    await shop.work()
    const [capture, refund] = await shop.ledger(id)
    const receivable = `provider_receivable:${shop.mids[0]}`
    expect(capture?.entries).toEqual([
      { account: receivable, amount: 1250n },
      { account: "merchant_payable", amount: -1250n }
    ])
    expect(refund?.entries).toEqual([
      { account: "refunds", amount: 250n },
      { account: receivable, amount: -250n }
    ])
    const balances = await shop.shop().ledger.trialBalance()
    expect(balances.reduce((sum, { balance }) => sum + balance, 0n)).toBe(0n)
  })

  it("never exists without its state, nor does a ledger group, wherever the process dies", async () => {
    const faults: ReadonlyArray<CommitFault> = ["dies_before", "dies_after"]
    for (const commit of [1, 2, 3, 4]) {
      for (const fault of faults) {
        const shop = await open()
        await shop.saveCard("approved")
        shop.process().mortal.meet((number) => (number === commit ? fault : undefined))
        const life = shop
          .pay("approved")
          .then(({ id }) => shop.shop().payments.refund(id, {}, { idempotencyKey: "refund" }))
          .then(() => shop.work())
        await shop.untilDead(life)
        await shop.restart()
        expect(shop.commitFindings()).toEqual([])
        const payments = (await shop.shop().payments.list({})).data
        const events = await shop.events()
        const groups = await shop.ledger()
        const captured = payments.filter(({ status }) => status === "succeeded")
        expect(events.filter(({ type }) => type === "payment.succeeded")).toHaveLength(
          captured.length
        )
        expect(groups).toHaveLength(captured.length)
        await shop.elapse(hour)
      }
    }
  })

  it("is internal unless the catalog has a public type for it", async () => {
    const shop = await open()
    const { id } = await shop.pay("wrong_amount")
    const events = await shop.events(id)
    expect(events.map(({ type, published }) => [type, published])).toEqual([
      ["alert.amount_mismatch", false],
      ["payment.pending", true]
    ])
  })
})
