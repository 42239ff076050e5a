import {
  type Change,
  type IdempotencyRecord,
  IdempotencyRecordCollection,
  insert,
  type LedgerGroup,
  LedgerGroupCollection
} from "@payloom/core"
import { describe, expect, it } from "vitest"
import { auditedShops } from "./testing/auditedShops.ts"
import { day, openShop, type Shop } from "./testing/openShop.ts"

const open = auditedShops()

/** Counts the turns of the event loop while a function runs. */
const turnsDuring = async (run: () => Promise<unknown>): Promise<number> => {
  let turns = 0
  let isOver = false
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await run()
  isOver = true
  return turns
}

const numbered = (prefix: string, n: number) => `${prefix}_00${String(n).padStart(24, "0")}`

const store = (shop: Shop, count: number, made: (n: number) => Change) =>
  shop.run(shop.storage.commit(Array.from({ length: count }, (_, n) => made(n))))

describe("a long read of stored rows yields to the event loop", () => {
  it("in the list of everything that a provider has not settled", async () => {
    const shop = await openShop()
    const { scope } = shop.shop()
    const mid = shop.mids[0] ?? ""
    const group = (n: number): LedgerGroup => ({
      id: numbered("ledger", n) as LedgerGroup["id"],
      kind: "capture",
      payment: numbered("payment", n) as NonNullable<LedgerGroup["payment"]>,
      currency: "EUR" as LedgerGroup["currency"],
      entries: [
        { account: "merchant_payable", amount: -5n },
        { account: `provider_receivable:${mid}`, amount: 5n }
      ],
      atProvider: { kind: "charge", reference: numbered("attempt", n), providerReference: null },
      created: 0
    })
    await store(shop, 6000, (n) => insert(scope, LedgerGroupCollection, group(n)))
    const { ledger } = shop.shop()
    const report = { mid, from: 0, to: shop.clock.now() }
    expect(await turnsDuring(() => ledger.reconcile([], report))).toBeGreaterThan(50)
    expect((await ledger.reconcile([], report)).missing).toHaveLength(6000)
  })

  it("in the comparison of a long report that books nothing", async () => {
    const shop = await openShop()
    const report = { mid: shop.mids[0] ?? "", from: 0, to: 1, dryRun: true }
    const rows = Array.from({ length: 6000 }, (_, n) => ({
      reference: numbered("attempt", n),
      kind: "charge" as const,
      gross: 5n,
      fee: 0n,
      currency: "EUR"
    }))
    const { ledger } = shop.shop()
    expect(await turnsDuring(() => ledger.reconcile(rows, report))).toBeGreaterThan(50)
  })

  it("in a long report with invalid rows, which are named by their positions", async () => {
    const shop = await openShop()
    const report = { mid: shop.mids[0] ?? "", from: 0, to: 1, dryRun: true }
    const rows = Array.from({ length: 6000 }, (_, n) => ({
      reference: numbered("attempt", n),
      kind: "charge" as const,
      gross: n % 1000 === 999 ? -1n : 5n,
      fee: 0n,
      currency: n >= 5500 ? "eur" : "EUR"
    }))
    const { ledger } = shop.shop()
    let refusal: unknown
    const reconciled = async () => {
      refusal = await ledger.reconcile(rows, report).catch((error) => error)
    }
    expect(await turnsDuring(reconciled)).toBeGreaterThan(10)
    const params = [999, 1999, 2999, 3999, 4999].map((n) => `rows.${n}.gross`)
    const others = [5500, 5501, 5502, 5503, 5504].map((n) => `rows.${n}.currency`)
    expect(refusal).toMatchObject({
      _tag: "InvalidInput",
      param: "rows.999.gross",
      issues: [...params, ...others].map((param) => ({ param })),
      message: expect.stringContaining("And 496 more.")
    })
  })

  it("in the sweep of old keys", async () => {
    const shop = await open()
    const { scope } = shop.shop()
    const record = (n: number): IdempotencyRecord => ({
      id: numbered("idem", n) as IdempotencyRecord["id"],
      endpoint: "createPayment",
      keyHash: `hash ${n}`,
      fingerprint: "",
      serviceVersion: "2026-11-01",
      answer: "{}",
      created: 0
    })
    await store(shop, 3000, (n) => insert(scope, IdempotencyRecordCollection, record(n)))
    const { background } = shop.process().payloom.services
    await shop.clock.advance(2 * day)
    let swept = 0
    const turns = await turnsDuring(async () => {
      swept = await shop.run(background.sweep())
    })
    expect(swept).toBe(3000)
    expect(turns).toBeGreaterThan(14)
    await shop.work()
  })
})
