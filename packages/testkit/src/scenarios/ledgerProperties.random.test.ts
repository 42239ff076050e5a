import type { Storage } from "@payloom/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { memoryStorage } from "../storage/memory.ts"
import { onSqlite } from "./testing/onSqlite.ts"
import { openShop, type Shop } from "./testing/openShop.ts"
import { runsOf } from "./testing/runsOf.ts"
import { movementsOn, type ReportRow, reconcile, reported } from "./testing/settlementReport.ts"

/** The content of a report's row: the truth, with either reference, or an error. */
const saying = fc.constantFrom("true", "true", "by its name", "dearer", "in dollars", "unknown")

const run = fc.record({
  /** The rows of the report, in order, and their contents. */
  lines: fc.array(fc.record({ of: fc.nat(), says: saying }), { maxLength: 12 }),
  dryRun: fc.boolean(),
  byTwo: fc.boolean()
})

const life = fc.record({
  payments: fc.array(
    fc.record({
      amount: fc.bigInt({ min: 1n, max: 100_000n }),
      currency: fc.constantFrom("EUR", "JPY"),
      refunded: fc.bigInt({ min: 0n, max: 100_000n })
    }),
    { minLength: 1, maxLength: 4 }
  ),
  runs: fc.array(run, { minLength: 1, maxLength: 4 }),
  limit: fc.integer({ min: 1, max: 5 })
})

type Life = typeof life extends fc.Arbitrary<infer L> ? L : never

const rowOf = async (shop: Shop, { of, says }: Life["runs"][number]["lines"][number]) => {
  const movements = await movementsOn(shop)
  const movement = movements[of % movements.length]
  if (movement === undefined) throw new Error("nothing was charged")
  const row = reported(movement)
  const changed: Readonly<Record<typeof says, Partial<ReportRow>>> = {
    true: {},
    "by its name": { reference: movement.atProvider?.providerReference ?? row.reference },
    dearer: { gross: row.gross + 1n },
    "in dollars": { currency: "USD" },
    unknown: { reference: "nobody's" }
  }
  return { ...row, ...changed[says] }
}

const trade = async (shop: Shop, { payments }: Life) => {
  for (const [at, { amount, currency, refunded }] of payments.entries()) {
    const { id } = await shop.pay("approved", { amount, currency })
    if (refunded === 0n || refunded > amount) continue
    const options = { idempotencyKey: `refund ${at}` }
    await shop.shop().payments.refund(id, { amount: refunded }, options)
    await shop.work()
  }
}

/** Reads every line of an account, and its final balance in the statement, in pages. */
const wholeStatement = async (shop: Shop, account: string, limit: number) => {
  const { ledger } = shop.shop()
  let page = await ledger.statement(account, { limit })
  const lines = [...page.data]
  while (page.nextCursor !== null) {
    const { closing, nextCursor: startingAfter } = page
    page = await ledger.statement(account, { limit, startingAfter })
    expect(page.opening).toEqual(closing)
    lines.push(...page.data)
  }
  return { lines, closing: page.closing }
}

const ledgerHolds = async (shop: Shop, limit: number) => {
  const groups = await shop.ledger()
  for (const { entries } of groups) {
    expect(entries.reduce((sum, { amount }) => sum + amount, 0n)).toBe(0n)
  }
  const settled = groups
    .filter(({ kind }) => kind === "settlement")
    .map(({ atProvider }) => `${atProvider?.kind} ${atProvider?.reference}`)
  expect(new Set(settled).size).toBe(settled.length)
  const balances = await shop.shop().ledger.trialBalance()
  for (const currency of new Set(balances.map((balance) => balance.currency))) {
    const own = balances.filter((balance) => balance.currency === currency)
    expect(own.reduce((sum, { balance }) => sum + balance, 0n)).toBe(0n)
  }
  for (const account of new Set(balances.map((balance) => balance.account))) {
    const { lines, closing } = await wholeStatement(shop, account, limit)
    expect(closing).toEqual(balances.filter((balance) => balance.account === account))
    expect(lines.map(({ group }) => group)).toEqual(
      groups.flatMap(({ id, entries }) =>
        entries.some((entry) => entry.account === account) ? [id] : []
      )
    )
  }
}

const holds = async (storage: Storage["Service"], given: Life) => {
  const shop = await openShop({ storage })
  const { merchant: other } = await shop.start()
  await trade(shop, given)
  for (const { lines, dryRun, byTwo } of given.runs) {
    const rows = await Promise.all(lines.map((line) => rowOf(shop, line)))
    const answers = await Promise.all([
      reconcile(shop, rows, { dryRun }),
      ...(byTwo ? [reconcile(shop, rows.toReversed(), { dryRun }, other)] : [])
    ])
    for (const { matched, missing, ...rest } of answers) {
      const told = Object.values(rest).reduce((sum, list) => sum + list.length, matched.length)
      expect(told).toBe(rows.length)
    }
    await ledgerHolds(shop, given.limit)
  }
  const movements = await movementsOn(shop)
  const whole = movements.map((movement) => reported(movement))
  expect((await reconcile(shop, whole)).matched).toHaveLength(movements.length)
  expect((await reconcile(shop, [])).missing).toEqual([])
  const owed = (await shop.shop().ledger.trialBalance()).filter(
    ({ account, balance }) => account.startsWith("provider_receivable:") && balance !== 0n
  )
  expect(owed).toEqual([])
  await ledgerHolds(shop, given.limit)
  expect(await shop.audit()).toEqual([])
}

describe("after any reconciliations, in any order, repeated, in parts or concurrent", () => {
  const runs = (numRuns: number) => ({ numRuns: runsOf(numRuns), seed: 20_261_121 })
  const rule = "every group balances, each settlement is booked once, statements end at the balance"

  it(`${rule}, in memory`, () =>
    fc.assert(
      fc.asyncProperty(life, (given) => holds(memoryStorage(), given)),
      runs(60)
    ))

  it(`${rule}, in SQLite`, () =>
    fc.assert(
      fc.asyncProperty(life, (given) => onSqlite((storage) => holds(storage, given))),
      runs(20)
    ))
})
