import type { Merchant } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { auditedShops } from "./testing/auditedShops.ts"
import { day, type Shop } from "./testing/openShop.ts"

const open = auditedShops()

type Query = Parameters<Merchant["ledger"]["statement"]>[1]

const receivableOf = ({ mids }: Shop): string => `provider_receivable:${mids[0]}`

/**
 * Creates three days of a shop: 12.50 captured each day, 5.00 refunded on the second, and 7 yen
 * captured.
 */
const threeDays = async () => {
  const shop = await open()
  const days = [shop.clock.now()]
  await shop.pay("approved")
  await shop.elapse(day)
  days.push(shop.clock.now())
  const { id } = await shop.pay("approved")
  await shop.shop().payments.refund(id, { amount: 500n }, { idempotencyKey: "refund" })
  await shop.work()
  await shop.pay("approved", { amount: 7n, currency: "JPY" })
  await shop.elapse(day)
  days.push(shop.clock.now())
  await shop.pay("approved")
  const read = (query?: Query) => shop.shop().ledger.statement(receivableOf(shop), query)
  return { shop, days, read }
}

describe("a statement", () => {
  it("lists the movements of an account, oldest first, with the balance after each line", async () => {
    const { shop, read } = await threeDays()
    const { data, opening, closing, hasMore, account } = await read()
    expect(account).toBe(receivableOf(shop))
    expect(opening).toEqual([])
    const told = data.map(({ kind, ...line }) => [kind, line.currency, line.amount, line.balance])
    expect(told).toEqual([
      ["capture", "EUR", 1250n, 1250n],
      ["capture", "EUR", 1250n, 2500n],
      ["refund", "EUR", -500n, 2000n],
      ["capture", "JPY", 7n, 7n],
      ["capture", "EUR", 1250n, 3250n]
    ])
    const groups = await shop.ledger()
    expect(data.map(({ group, payment, created }) => [group, payment, created])).toEqual(
      groups.map(({ id, payment, created }) => [id, payment, created])
    )
    const balances = await shop.shop().ledger.trialBalance()
    expect(closing).toEqual(balances.filter((balance) => balance.account === account))
    expect(hasMore).toBe(false)
  })

  it("of a period begins with the balance before it, and includes its bounds", async () => {
    const { shop, days, read } = await threeDays()
    const account = receivableOf(shop)
    const [, second = 0, third = 0] = days
    const page = await read({ from: second, to: third - 1 })
    expect(page.opening).toEqual([{ account, currency: "EUR", balance: 1250n }])
    expect(page.data).toHaveLength(3)
    expect(page.closing).toEqual([
      { account, currency: "EUR", balance: 2000n },
      { account, currency: "JPY", balance: 7n }
    ])
    expect((await read({ from: second, to: third })).data).toHaveLength(4)
    const nothing = await read({ from: third + day })
    expect(nothing.data).toEqual([])
    expect(nothing.opening).toEqual(nothing.closing)
  })

  it("continues page by page, each with the closing balance of the page before", async () => {
    const { days, read } = await threeDays()
    const whole = await read({ from: days[1] ?? 0 })
    let page = await read({ from: days[1] ?? 0, limit: 1 })
    const lines = [...page.data]
    expect(page.opening).toEqual(whole.opening)
    while (page.nextCursor !== null) {
      const { closing, nextCursor: startingAfter } = page
      page = await read({ from: days[1] ?? 0, limit: 1, startingAfter })
      expect(page.opening).toEqual(closing)
      lines.push(...page.data)
    }
    expect(lines).toEqual(whole.data)
    expect(page.closing).toEqual(whole.closing)
  })

  it("in one currency has only its lines, and begins at zero if there are none", async () => {
    const { shop, read } = await threeDays()
    const account = receivableOf(shop)
    expect(await read({ currency: "JPY" })).toMatchObject({
      opening: [{ account, currency: "JPY", balance: 0n }],
      data: [{ amount: 7n }],
      closing: [{ account, currency: "JPY", balance: 7n }]
    })
    expect((await read({ currency: "USD" })).closing).toEqual([
      { account, currency: "USD", balance: 0n }
    ])
  })

  it("of a shared account has the movements of every MID, and none of other accounts' MIDs", async () => {
    const { shop } = await threeDays()
    const { ledger } = shop.shop()
    expect((await ledger.statement("merchant_payable")).data).toHaveLength(4)
    expect((await ledger.statement("refunds")).data).toMatchObject([{ amount: 500n }])
    const stranger = "settled_cash:mid_01M7FH87G00000000000000000"
    expect(await ledger.statement(stranger)).toMatchObject({ data: [], opening: [], closing: [] })
  })

  it("refuses invalid input and names the field", async () => {
    const { shop, read } = await threeDays()
    const { nextCursor } = await read({ limit: 1 })
    const refused: ReadonlyArray<readonly [Query, string]> = [
      [{ from: 2, to: 1 }, "from"],
      [{ limit: 0 }, "limit"],
      [{ currency: "eur" }, "currency"],
      [{ startingAfter: "elsewhere" }, "startingAfter"],
      [{ startingAfter: nextCursor ?? "", currency: "EUR" }, "startingAfter"]
    ]
    for (const [query, param] of refused) {
      await expect(read(query)).rejects.toMatchObject({ _tag: "InvalidInput", param })
    }
    for (const account of ["cash", "settled_cash", `suspense:${shop.mids[0]}`]) {
      const reading = shop.shop().ledger.statement(account)
      await expect(reading).rejects.toMatchObject({ _tag: "InvalidInput", param: "account" })
    }
  })
})
