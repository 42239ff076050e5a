import { insert, LedgerGroupCollection } from "@payloom/core"
import { Effect } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { chargeThat, modificationThat } from "../sandbox/conduct.ts"
import { auditedShops } from "./testing/auditedShops.ts"
import type { ShopOptions } from "./testing/ground.ts"
import { notifyingShop } from "./testing/notifyingShop.ts"
import { day, hour, minute, type Shop } from "./testing/openShop.ts"
import { runsOf } from "./testing/runsOf.ts"
import { scheduledStorage } from "./testing/scheduledStorage.ts"
import {
  balances,
  movementsOn,
  type ReportRow,
  reconcile,
  reported
} from "./testing/settlementReport.ts"

const open = auditedShops()

/** Makes a charge of 12.50 and a refund of 5.00 of it. */
const chargeAndRefund = async (options: ShopOptions = {}) => {
  const shop = await open(options)
  const { id } = await shop.pay("approved")
  await shop.shop().payments.refund(id, { amount: 500n }, { idempotencyKey: "refund" })
  await shop.work()
  const movements = await movementsOn(shop)
  return { shop, movements, report: movements.map((movement) => reported(movement)) }
}

const settlementsOf = async (shop: Shop) =>
  (await shop.ledger()).filter(({ kind }) => kind === "settlement")

describe("a settlement report that agrees with the ledger", () => {
  it("is booked: the provider's debt becomes cash, less its fees", async () => {
    const { shop, movements, report } = await chargeAndRefund()
    const { matched, ...rest } = await reconcile(shop, report)
    expect(matched.map(({ row, booked }) => [row, booked])).toEqual(
      report.map((row) => [row, true])
    )
    expect(matched.map(({ movement }) => movement.group)).toEqual(movements.map(({ id }) => id))
    expect(Object.values(rest)).toEqual([[], [], [], [], []])
    const settlements = await settlementsOf(shop)
    expect(matched.map(({ settlement }) => settlement)).toEqual(settlements.map(({ id }) => id))
    expect(await balances(shop)).toEqual({
      provider_receivable: 0n,
      settled_cash: 1250n - 500n - 17n,
      provider_fees: 17n,
      merchant_payable: -1250n,
      refunds: 500n
    })
  })

  it("answers the same when it is repeated and books nothing", async () => {
    const { shop, report } = await chargeAndRefund()
    const first = await reconcile(shop, report)
    const again = await reconcile(shop, report)
    expect(again).toEqual({
      ...first,
      matched: first.matched.map((match) => ({ ...match, booked: false }))
    })
    expect(await settlementsOf(shop)).toHaveLength(2)
  })

  it("may name charge and refund by the provider's references", async () => {
    const { shop, movements } = await chargeAndRefund()
    const rows = movements.map((movement) =>
      reported(movement, { reference: movement.atProvider?.providerReference ?? "" })
    )
    expect(rows.map(({ reference }) => reference)).not.toContain("")
    expect((await reconcile(shop, rows)).matched).toHaveLength(2)
  })

  it("books nothing in a dry run", async () => {
    const { shop, report } = await chargeAndRefund()
    const { matched } = await reconcile(shop, report, { dryRun: true })
    expect(matched).toMatchObject(report.map(() => ({ settlement: null, booked: false })))
    expect(await settlementsOf(shop)).toEqual([])
  })

  it("settles a capture under its attempt, a reversed refund, and a late charge", async () => {
    const shop = await open()
    const { id } = await shop.pay("approved", { captureMethod: "manual" })
    await shop.shop().payments.capture(id, {}, { idempotencyKey: "capture" })
    await shop.work()
    shop.box.script.refund(modificationThat.isReversedAfter(minute))
    const refund = await shop.shop().payments.refund(id, {}, { idempotencyKey: "refund" })
    await shop.work()
    await shop.elapse(minute)
    await shop.notify(refund.id)
    shop.box.script.charge(chargeThat.appearsLate(hour))
    const late = await shop.pay("approved")
    await shop.elapse(30 * minute)
    await shop.elapse(hour)
    await shop.notify(shop.lastAttempt(await shop.shop().payments.retrieve(late.id)))
    await shop.work()
    const movements = await movementsOn(shop)
    expect(movements.map(({ kind, atProvider }) => [kind, atProvider?.kind])).toEqual([
      ["capture", "charge"],
      ["refund", "refund"],
      ["refund_reversal", "reversal"],
      ["late_charge", "charge"],
      ["late_charge_reversal", "refund"]
    ])
    const report = movements.map((movement) => reported(movement))
    expect((await reconcile(shop, report)).matched).toHaveLength(5)
    expect(await balances(shop)).toMatchObject({ provider_receivable: 0n, suspense: 0n })
  })
})

describe("a settlement report that doesn't agree", () => {
  it("distinguishes its rows, and books only those that match", async () => {
    const { shop, movements, report } = await chargeAndRefund()
    await shop.pay("approved")
    const [charge, refund] = report
    if (charge === undefined || refund === undefined) throw new Error("no report")
    const dollars = { ...refund, currency: "USD" }
    const more = { ...refund, gross: 501n }
    const stranger = { ...charge, reference: "nobody's" }
    const found = await reconcile(shop, [dollars, stranger, charge, more, charge])
    expect(found.matched.map(({ row }) => row)).toEqual([charge])
    expect(found.duplicates.map(({ row }) => row)).toEqual([charge])
    expect(found.currencyDiffers.map(({ row }) => row)).toEqual([dollars])
    expect(found.amountDiffers).toMatchObject([
      { row: more, movement: { amount: 500n, currency: "EUR", group: movements[1]?.id } }
    ])
    expect(found.unknown).toEqual([stranger])
    expect(found.missing).toMatchObject([{ kind: "charge", amount: 1250n }])
    expect(await settlementsOf(shop)).toHaveLength(1)
  })

  it("has a duplicate if another report settled the same, and does not book it again", async () => {
    const { shop, report } = await chargeAndRefund()
    await reconcile(shop, report)
    const other = report.map((row) => ({ ...row, settlement: "another payout" }))
    const { matched, duplicates } = await reconcile(shop, other)
    expect(matched).toEqual([])
    expect(duplicates.map(({ row }) => row)).toEqual(other)
    expect(await settlementsOf(shop)).toHaveLength(2)
  })

  it("has a duplicate if a report without a name settles the same on another day", async () => {
    const { shop, report } = await chargeAndRefund()
    const now = shop.clock.now()
    const on = (settledAt: number) =>
      report.map(({ settlement: _, ...row }) => ({ ...row, settledAt }))
    await reconcile(shop, on(now))
    expect((await reconcile(shop, on(now))).duplicates).toEqual([])
    expect((await reconcile(shop, on(now + 1))).duplicates).toHaveLength(2)
  })

  it("ignores charges of another MID", async () => {
    const { shop, report } = await chargeAndRefund()
    const found = await reconcile(shop, report, { mid: shop.mids[1] ?? "" })
    expect(found.unknown).toEqual(report)
    expect(found.missing).toEqual([])
  })
})

describe("several movements under one reference", () => {
  /** Makes a dispute of 12.50 that was held, won, and held again. */
  const heldTwice = async () => {
    const { shop, dispute } = await notifyingShop(open)
    const payment = await shop.pay("approved")
    for (const stage of ["chargeback_received", "won", "pre_arbitration"] as const) {
      await dispute(shop.lastAttempt(payment), { stage })
    }
    const movements = await movementsOn(shop)
    const report = movements.map((movement, at) =>
      reported(movement, { settlement: `payout ${at}`, fee: 0n })
    )
    return { shop, report }
  }

  it("are each settled: a dispute that is held, won and held again", async () => {
    const { shop, report } = await heldTwice()
    expect(report.map(({ kind }) => kind)).toEqual([
      "charge",
      "dispute",
      "dispute_release",
      "dispute"
    ])
    const [first, , , last] = report
    const early = await reconcile(shop, report.slice(0, 2))
    expect(early.missing.map(({ kind }) => kind)).toEqual(["dispute_release", "dispute"])
    const { matched, missing } = await reconcile(shop, report.slice(2))
    expect([matched.length, missing]).toEqual([2, []])
    expect(await balances(shop)).toMatchObject({ provider_receivable: 0n, settled_cash: 0n })
    const again = await reconcile(shop, report)
    expect(again.matched.map(({ booked }) => booked)).toEqual([false, false, false, false])
    const strange = [first, last].map((row) => ({ ...row, settlement: "another" }) as ReportRow)
    expect((await reconcile(shop, strange)).duplicates).toHaveLength(2)
    expect(await settlementsOf(shop)).toHaveLength(4)
  })

  it("are settled once each by concurrent calls with the same rows", () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(1, 3), { minLength: 2 }), async (reports) => {
        const { shop, report } = await heldTwice()
        const answers = await Promise.all(
          reports.map((at) => reconcile(shop, [report[at] as ReportRow]))
        )
        expect(answers.every(({ matched }) => matched.length === 1)).toBe(true)
        expect(await settlementsOf(shop)).toHaveLength(new Set(reports).size)
      }),
      { numRuns: runsOf(20), seed: 20_261_125 }
    ))
})

describe("a movement that a report lacks", () => {
  it("is missing if it was booked in the period and no report has settled it", async () => {
    const { shop, report } = await chargeAndRefund()
    const from = shop.clock.now() + 1
    await shop.elapse(day)
    const { id } = await shop.pay("approved")
    const to = shop.clock.now()
    await shop.elapse(day)
    await shop.pay("approved")
    const missing = async (period: { readonly from?: number; readonly to?: number }) =>
      (await reconcile(shop, report, period)).missing
    expect(await missing({ from, to })).toMatchObject([{ payment: id }])
    expect(await missing({})).toHaveLength(2)
    expect((await reconcile(shop, [], { to: from })).missing).toEqual([])
  })
})

describe("a reconciliation", () => {
  it("by two concurrent processes, however they interleave, books each row once", () =>
    fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const { between, scheduledBy } = scheduledStorage()
        const { shop, report } = await chargeAndRefund({ between })
        const { merchant } = await shop.start()
        scheduledBy(scheduler)
        const answers = await scheduler.waitFor(
          Promise.all([reconcile(shop, report), reconcile(shop, report, {}, merchant)])
        )
        scheduledBy(null)
        expect(answers.map(({ matched }) => matched.length)).toEqual([2, 2])
        const bookings = answers.flatMap(({ matched }) => matched).filter(({ booked }) => booked)
        expect(bookings).toHaveLength(2)
        expect(await settlementsOf(shop)).toHaveLength(2)
      }),
      { numRuns: runsOf(40), seed: 20_261_121 }
    ))

  it("finds a duplicate however far it is after its first row", async () => {
    const { shop, report } = await chargeAndRefund()
    const rows = Array.from({ length: 120 }, () => report).flat()
    const { matched, duplicates } = await reconcile(shop, rows)
    expect([matched.length, duplicates.length]).toEqual([2, 238])
    expect(await settlementsOf(shop)).toHaveLength(2)
  })

  it("relies on the store, which refuses a second settlement of one charge", async () => {
    const { shop, report } = await chargeAndRefund()
    await reconcile(shop, report)
    const [settlement] = await settlementsOf(shop)
    if (settlement === undefined) throw new Error("no settlement")
    const again = {
      ...settlement,
      id: settlement.id.replace(/.{4}$/, "ZZZZ") as typeof settlement.id
    }
    const { scope } = shop.shop()
    const second = shop.run(
      Effect.flip(shop.storage.commit([insert(scope, LedgerGroupCollection, again)]))
    )
    expect(await second).toMatchObject({ reason: "key_taken", key: "settled" })
  })

  it("names the field of a report that can't be read", async () => {
    const { shop, report } = await chargeAndRefund()
    const [row] = report
    if (row === undefined) throw new Error("no report")
    const stranger = "mid_01M7FH87G00000000000000000"
    const refusals = [
      [report, { from: 2, to: 1 }, "from"],
      [report, { mid: "mine" }, "mid"],
      [report, { mid: stranger }, "mid"],
      [[row, { ...row, gross: -1n }], {}, "rows.1.gross"],
      [[{ ...row, fee: 10n ** 15n }], {}, "rows.0.fee"],
      [[{ ...row, currency: "eur" }], {}, "rows.0.currency"],
      [[{ ...row, reference: "" }], {}, "rows.0.reference"]
    ] as const
    for (const [rows, fields, param] of refusals) {
      const refusal = reconcile(shop, rows, fields)
      await expect(refusal).rejects.toMatchObject({ _tag: "InvalidInput", param })
    }
  })
})
