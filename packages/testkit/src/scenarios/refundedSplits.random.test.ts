import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { applyFaults, type FaultPlan, faultNames } from "../faults/faultPlan.ts"
import { modificationThat } from "../sandbox/conduct.ts"
import { attempted } from "./testing/attempted.ts"
import { auditedShops } from "./testing/auditedShops.ts"
import { day, hour, openShop, type Shop } from "./testing/openShop.ts"
import { capturedAgain, returned } from "./testing/returning.ts"
import { runsOf } from "./testing/runsOf.ts"

const open = auditedShops()

const splits = [
  { account: "acct_baker", amount: 700n },
  { account: "acct_brewer", amount: 300n }
]

const request = (shop: Shop, id: string, key: string, amount?: bigint) =>
  shop
    .shop()
    .payments.refund(
      id,
      { ...(amount === undefined ? {} : { amount }), reverseSplits: true },
      { idempotencyKey: key }
    )

/** Returns the parts of each refund that the bank has, by their accounts' order. */
const atBank = async (shop: Shop) =>
  (await shop.run(shop.box.bank.modifications())).map((made) =>
    made.splits.map(({ amount }) => amount)
  )

/** Returns the amount that other accounts have in the books. */
const inBooks = async (shop: Shop) => {
  const balance = await shop.shop().ledger.trialBalance()
  return balance.find(({ account }) => account === "splits")?.balance ?? 0n
}

const reversed = async (shop: Shop, id: string) =>
  (await shop.shop().payments.retrieve(id)).splitsReversed ?? 0n

describe("refunds that take parts back at the same time", () => {
  it("each have their own share, also if an earlier one fails later", async () => {
    const shop = await open()
    const { id } = await shop.pay("approved", { splits })
    shop.box.script.refund(modificationThat.settles(hour, "account_closed"))
    shop.box.script.refund(modificationThat.settles(hour))
    await request(shop, id, "first", 625n)
    await request(shop, id, "second", 625n)
    await shop.work()
    expect(await atBank(shop)).toEqual([
      [350n, 150n],
      [350n, 150n]
    ])
    expect(await inBooks(shop)).toBe(1000n)
    await shop.elapse(2 * hour)
    expect(await reversed(shop, id)).toBe(500n)
    await request(shop, id, "third")
    await shop.work()
    expect((await atBank(shop)).at(-1)).toEqual([350n, 150n])
    expect(await inBooks(shop)).toBe(0n)
  })

  it("keep their parts when the capture comes back, and are booked when they succeed", async () => {
    const shop = await open()
    const payment = await shop.pay("approved", { splits })
    shop.box.script.refund(modificationThat.settles(hour))
    await request(shop, payment.id, "refund", 625n)
    await shop.work()
    await returned(shop, payment)
    expect(await inBooks(shop)).toBe(0n)
    await shop.elapse(2 * hour)
    expect(await inBooks(shop)).toBe(-500n)
    await capturedAgain(shop, payment)
    expect(await inBooks(shop)).toBe(500n)
  })
})

const step = fc.oneof(
  fc.record({
    _tag: fc.constant("Refund" as const),
    percent: fc.integer({ min: 1, max: 100 }),
    reverses: fc.boolean()
  }),
  fc.record({
    _tag: fc.constant("Fault" as const),
    meets: fc.constantFrom(...faultNames.refund)
  }),
  fc.record({
    _tag: fc.constant("Elapse" as const),
    ms: fc.constantFrom(1000, hour, day)
  })
)
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never

const take = async (shop: Shop, id: string, what: Step, key: string): Promise<void> => {
  if (what._tag === "Elapse") return shop.elapse(what.ms)
  if (what._tag === "Fault") {
    const plan: FaultPlan = [{ of: "refund", nth: 1, meets: what.meets }]
    return void applyFaults(plan, { box: shop.box })
  }
  const amount = (1250n * BigInt(what.percent)) / 100n
  const input = { amount, ...(what.reverses ? { reverseSplits: true } : {}) }
  await attempted(shop, () =>
    shop.until(shop.shop().payments.refund(id, input, { idempotencyKey: key }))
  )
}

describe("any refunds that take parts back, with faults", () => {
  it("take back what the bank takes, and never more than a part", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 14 }), async (steps) => {
        const shop = await openShop()
        const { id } = await shop.pay("approved", { splits })
        for (const [at, what] of steps.entries()) await take(shop, id, what, `refund ${at}`)
        await shop.elapse(3 * day)
        await shop.until(shop.box.notify(shop.process().payloom, { again: true }))
        await shop.elapse(day)
        expect(await inBooks(shop)).toBe(1000n - (await reversed(shop, id)))
        expect(await inBooks(shop)).toBeGreaterThanOrEqual(0n)
        expect(await shop.audit()).toEqual([])
      }),
      { numRuns: runsOf(150) }
    )
  })
})
