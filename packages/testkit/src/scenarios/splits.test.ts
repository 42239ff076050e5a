import { describe, expect, it } from "vitest"
import { chargeThat } from "../sandbox/conduct.ts"
import { auditedShops } from "./testing/auditedShops.ts"
import { capture } from "./testing/holds.ts"
import { notifyingShop } from "./testing/notifyingShop.ts"
import { openCheckout } from "./testing/openCheckout.ts"
import { day, minute, openShop, type Shop } from "./testing/openShop.ts"
import { capturedAgain, returned } from "./testing/returning.ts"
import { movementsOn, reconcile, reported } from "./testing/settlementReport.ts"

const open = auditedShops()

const splits = [
  { account: "acct_baker", amount: 700n, reference: "seller 1" },
  { account: "acct_brewer", amount: 300n }
]

const movements = async (shop: Shop) =>
  (await shop.ledger()).map(({ kind, entries }) => [kind, entries[0]?.amount])

const refund = async (shop: Shop, id: string, amount: bigint, reverseSplits = true) => {
  const options = { idempotencyKey: `refund ${amount}` }
  const made = await shop.shop().payments.refund(id, { amount, reverseSplits }, options)
  await shop.work()
  return made
}

const refusal = (shop: Shop, fields: Parameters<Shop["pay"]>[1]) =>
  shop.pay("approved", fields).then(
    () => expect.unreachable("the payment was created"),
    ({ param }) => param
  )

describe("the splits of a payment", () => {
  it("reach the provider with the charge, and are booked with the capture", async () => {
    const shop = await open()
    await shop.pay("approved", { splits })
    expect(shop.requests.at(-1)?.splits).toEqual(splits)
    const [charge] = await shop.run(shop.box.bank.charges())
    expect(charge?.splits).toEqual(splits.map(({ account, amount }) => ({ account, amount })))
    expect(await movements(shop)).toEqual([
      ["capture", 1250n],
      ["split", 700n],
      ["split", 300n]
    ])
    const balance = await shop.shop().ledger.trialBalance()
    expect(balance.find(({ account }) => account === "splits")?.balance).toBe(1000n)
  })

  it("are booked when a hold is captured, which must cover them", async () => {
    const shop = await open()
    const payment = await shop.pay("approved", { splits, captureMethod: "manual" })
    expect(await movements(shop)).toEqual([])
    await expect(capture(shop, payment, { amount: 999n })).rejects.toMatchObject({
      param: "amount",
      message: expect.stringContaining("at least 1000")
    })
    await capture(shop, payment, { amount: 1000n })
    expect(await movements(shop)).toEqual([
      ["capture", 1000n],
      ["split", 700n],
      ["split", 300n]
    ])
  })

  it("stay with their accounts in a refund, unless it reverses them", async () => {
    const shop = await open()
    const { id } = await shop.pay("approved", { splits })
    await refund(shop, id, 250n, false)
    const [plain] = await shop.run(shop.box.bank.modifications())
    expect(plain?.reversesSplits).toBe(false)
    expect(plain?.splits.map(({ amount }) => amount)).toEqual([0n, 0n])
    expect((await movements(shop)).at(-1)).toEqual(["refund", 250n])
  })

  it("are taken back in proportion to each refund, and all of them with the last", async () => {
    const shop = await open()
    const { id } = await shop.pay("approved", { splits })
    await refund(shop, id, 333n)
    expect((await movements(shop)).slice(-3)).toEqual([
      ["refund", 333n],
      ["split_reversal", 186n],
      ["split_reversal", 80n]
    ])
    await refund(shop, id, 917n)
    expect((await movements(shop)).slice(-3)).toEqual([
      ["refund", 917n],
      ["split_reversal", 514n],
      ["split_reversal", 220n]
    ])
    const made = await shop.run(shop.box.bank.modifications())
    expect(made.map(({ reversesSplits }) => reversesSplits)).toEqual([true, true])
    expect(made.map((each) => each.splits.map(({ amount }) => amount))).toEqual([
      [186n, 80n],
      [514n, 220n]
    ])
  })

  it("are taken back for the refunds that reverse them only", async () => {
    const shop = await open()
    const { id } = await shop.pay("approved", { splits })
    await refund(shop, id, 1000n, false)
    await refund(shop, id, 250n)
    expect((await movements(shop)).slice(-2)).toEqual([
      ["split_reversal", 140n],
      ["split_reversal", 60n]
    ])
  })

  it("are paid again if the refund comes back", async () => {
    const shop = await open()
    const { id } = await shop.pay("refund_reversed", { splits })
    await refund(shop, id, 1250n)
    await shop.elapse(2 * minute)
    await shop.until(shop.box.notify(shop.process().payloom))
    expect((await movements(shop)).slice(-3)).toEqual([
      ["refund_reversal", 1250n],
      ["split", 700n],
      ["split", 300n]
    ])
  })

  it("are taken back with a returned capture", async () => {
    const shop = await open()
    const payment = await shop.pay("approved", { splits })
    await returned(shop, payment)
    expect((await movements(shop)).slice(-2)).toEqual([
      ["capture_return", 1250n],
      ["split_reversal", 1000n]
    ])
    await capturedAgain(shop, payment)
    expect((await movements(shop)).slice(-2)).toEqual([
      ["capture", 1250n],
      ["split", 1000n]
    ])
  })

  it("are taken back with a charge that turns up late", async () => {
    const shop = await open()
    shop.box.script.charge(chargeThat.appearsLate(20 * minute))
    const payment = await shop.pay("approved", { splits })
    await shop.elapse(40 * minute)
    await shop.notify(shop.lastAttempt(payment))
    const kinds = async () => (await movements(shop)).map(([kind]) => kind)
    expect(await kinds()).toEqual(["late_charge", "split", "split"])
    await shop.work()
    expect((await movements(shop)).slice(-3)).toEqual([
      ["late_charge_reversal", 1250n],
      ["split_reversal", 700n],
      ["split_reversal", 300n]
    ])
    const made = await shop.run(shop.box.bank.modifications())
    expect(made.map(({ kind, reversesSplits }) => [kind, reversesSplits])).toEqual([
      ["refund", true]
    ])
  })

  it("are settled by rows of a report", async () => {
    const shop = await open()
    await shop.pay("approved", { splits })
    const rows = (await movementsOn(shop)).map((group) => reported(group))
    expect(rows.map(({ kind, gross }) => [kind, gross])).toEqual([
      ["charge", 1250n],
      ["split", 700n],
      ["split", 300n]
    ])
    const found = await reconcile(shop, rows)
    expect(found.matched).toHaveLength(3)
    const revenue = await shop
      .shop()
      .ledger.revenue({ from: shop.clock.now() - day, to: shop.clock.now() + 1 })
    expect(revenue.at(-1)).toMatchObject({ captured: 1250n, splits: 1000n, fees: 22n, net: 228n })
  })

  it("skip accounts whose provider can't pay so many parts", async () => {
    const shop = await open({
      providers: [
        { name: "one", capabilities: { splits: "one" } },
        { name: "many", capabilities: { splits: "many" } }
      ]
    })
    const payment = await shop.pay("approved", { splits })
    const [attempt] = await shop.shop().payments.explain(payment.id)
    expect(attempt?.candidates.map(({ verdict }) => verdict)).toEqual([
      "splits_not_offered",
      "usable"
    ])
  })

  it("must be within the amount, more than zero, and paid with one capture", async () => {
    const shop = await open()
    const one = { account: "acct_baker", amount: 1251n }
    expect(await refusal(shop, { splits: [one] })).toBe("splits")
    expect(await refusal(shop, { splits: [{ ...one, amount: 0n }] })).toBe("splits.0.amount")
    const authorization = { multipleCaptures: true }
    const manual = { splits, captureMethod: "manual", authorization } as const
    expect(await refusal(shop, manual)).toBe("authorization.multipleCaptures")
    const { id } = await shop.pay("approved", {}, "plain")
    await expect(refund(shop, id, 1n)).rejects.toMatchObject({ param: "reverseSplits" })
  })

  it("are in the payment's answers and events, as they were given", async () => {
    const shop = await open()
    const payment = await shop.pay("approved", { splits })
    expect(payment.splits).toEqual(splits)
    expect((await shop.shop().payments.retrieve(payment.id)).splits).toEqual(splits)
    expect((await shop.shop().payments.list()).data.map((each) => each.splits)).toEqual([splits])
    const shown = splits.map((each) => ({ ...each, amount: String(each.amount) }))
    const [event] = await shop.events(payment.id)
    expect(event?.data.object).toMatchObject({ object: "payment", splits: shown })
  })

  it("are absent from answers and events of a payment without them", async () => {
    const shop = await open()
    const payment = await shop.pay("approved")
    const [event] = await shop.events(payment.id)
    for (const shown of [payment, event?.data.object]) {
      expect(shown).not.toHaveProperty("splits")
      expect(shown).not.toHaveProperty("splitsReversed")
      expect(shown).not.toHaveProperty("splits_reversed")
    }
  })

  it("may belong to a checkout session", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop, { amount: 1250n, currency: "EUR", splits })
    expect(checkout.session.splits).toEqual(splits)
    expect((await checkout.retrieve()).splits).toEqual(splits)
    await checkout.confirm("approved")
    expect(shop.requests.at(-1)?.splits).toEqual(splits)
    expect(await movements(shop)).toHaveLength(3)
  })
})

describe("the reversed splits of a payment", () => {
  const reversed = async (shop: Shop, id: string) =>
    (await shop.shop().payments.retrieve(id)).splitsReversed

  it("are the amount that all refunds took back", async () => {
    const shop = await open()
    const { id } = await shop.pay("approved", { splits })
    await refund(shop, id, 100n, false)
    expect(await reversed(shop, id)).toBeUndefined()
    await refund(shop, id, 333n)
    expect(await reversed(shop, id)).toBe(266n)
    await refund(shop, id, 250n)
    expect(await reversed(shop, id)).toBe(466n)
  })

  it("are absent again after the only such refund came back", async () => {
    const shop = await open()
    const { id } = await shop.pay("refund_reversed", { splits })
    await refund(shop, id, 1250n)
    expect(await reversed(shop, id)).toBe(1000n)
    await shop.elapse(2 * minute)
    await shop.until(shop.box.notify(shop.process().payloom))
    expect(await reversed(shop, id)).toBeUndefined()
    expect((await shop.shop().payments.retrieve(id)).splits).toEqual(splits)
  })
})

describe("an external refund of a payment with splits", () => {
  it("books no share, because nobody said who pays", async () => {
    const { shop, refund: refunded } = await notifyingShop(openShop)
    const payment = await shop.pay("approved", { splits })
    await refunded(shop.lastAttempt(payment))
    expect((await movements(shop)).at(-1)).toEqual(["refund", 500n])
  })
})
