import type { DailyRevenue, Merchant, Reconciliation } from "@payloom/core"
import { Payloom } from "@payloom/core"
import { manualClock, memory, sandbox } from "@payloom/testkit"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { readSettlementRows } from "./readSettlementRows.ts"
import { reconciliationCsv } from "./reconciliationCsv.ts"
import { revenueCsv } from "./revenueCsv.ts"
import { statementCsv } from "./statementCsv.ts"
import { linesOf } from "./writeCsv.ts"

const clock = manualClock("2026-11-22T12:00:00Z")
const box = sandbox()
let payloom: Payloom
let shop: Merchant
beforeEach(async () => {
  payloom = await Payloom.make({ ...box.setup, storage: memory(), clock, workers: false })
  shop = await box.openShop(payloom)
})
afterEach(() => payloom.close())

const pay = async (amount: bigint, currency: string, nth: number) => {
  const paymentInstrument = await box.saveCard(shop, "approved")
  return clock.until(
    shop.payments.create(
      { amount, currency, type: "one_off", paymentInstrument },
      { idempotencyKey: `order ${nth}` }
    )
  )
}

const all = async (csv: AsyncIterable<string>) => {
  const pieces: Array<string> = []
  for await (const piece of csv) pieces.push(piece)
  return pieces
}
const whole = async (csv: AsyncIterable<string>) => (await all(csv)).join("")
const linesIn = (csv: string) => csv.split("\r\n").slice(0, -1)

const nothing = {
  splits: 0n,
  captured: 0n,
  refunded: 0n,
  disputesHeld: 0n,
  disputesLost: 0n,
  lateCharges: 0n
}

describe("CSV", () => {
  it("of a statement has its lines between its opening and closing balances", async () => {
    await pay(1250n, "EUR", 1)
    const { payment, group } = (await shop.ledger.statement("merchant_payable")).data[0] ?? {}
    await clock.advance(1000)
    await pay(70n, "JPY", 2)
    const from = clock.now()
    const csv = await whole(statementCsv(shop.ledger, "merchant_payable", { from }))
    expect(linesIn(csv)).toEqual([
      "booked_at,kind,group,payment,currency,amount,balance",
      ",opening,,,EUR,,-12.50",
      expect.stringMatching(
        /^2026-11-22T12:\d\d:\d\d\.\d{3}Z,capture,ledger_\w+,payment_\w+,JPY,-70,-70$/
      ),
      ",closing,,,EUR,,-12.50",
      ",closing,,,JPY,,-70"
    ])
    const minor = await whole(
      statementCsv(shop.ledger, "merchant_payable", {}, { amounts: "minor" })
    )
    expect(linesIn(minor)[0]).toContain("amount_minor,balance_minor")
    expect(linesIn(minor)[1]).toContain(`capture,${group},${payment},EUR,-1250,-1250`)
  })

  it("of a statement continues through all its pages", async () => {
    const { statement } = shop.ledger
    for (let nth = 0; nth < 5; nth++) await pay(1250n, "EUR", nth)
    const paged = {
      statement: (account: string, query = {}) => statement(account, { ...query, limit: 2 })
    }
    const csv = await whole(statementCsv(paged, "merchant_payable"))
    expect(csv).toBe(await whole(statementCsv(shop.ledger, "merchant_payable")))
    expect(linesIn(csv)).toHaveLength(7)
  })

  it("of revenue has a line for each day and currency", async () => {
    const days: ReadonlyArray<DailyRevenue> = [
      {
        ...nothing,
        day: "2026-11-22",
        currency: "EUR" as never,
        captured: 2500n,
        fees: 29n,
        net: 2471n
      },
      { ...nothing, day: "2026-11-23", currency: "JPY" as never, refunded: 7n, fees: 0n, net: -7n }
    ]
    expect(linesIn(revenueCsv(days))).toEqual([
      "day,currency,captured,refunded,disputes_held,disputes_lost,fees,net,late_charges,splits",
      "2026-11-22,EUR,25.00,0.00,0.00,0.00,0.29,24.71,0.00,0.00",
      "2026-11-23,JPY,0,7,0,0,0,-7,0,0"
    ])
    expect(linesIn(revenueCsv(days, { amounts: "minor" }))[0]).toContain(
      ",net_minor,late_charges_minor,splits_minor"
    )
  })

  it("of a reconciliation has every row and every missing movement, each with its result", async () => {
    for (let nth = 0; nth < 5; nth++) await pay(1250n, "EUR", nth)
    const mid = (await shop.routing.listMids())[0]?.id ?? ""
    const period = { mid, from: clock.now() - 60_000, to: clock.now() }
    const { missing } = await shop.ledger.reconcile([], period)
    const lines = missing.map(({ reference }, nth) => `${reference},12.${50 + nth},EUR`)
    const csv = `reference,gross,currency\n${[...lines.slice(0, 3), "nobody,1.00,USD"].join("\n")}`
    const rows = await readSettlementRows(csv, {
      reference: "reference",
      kind: { always: "charge" },
      gross: "gross",
      currency: "currency",
      settlement: { always: '=HYPERLINK("x")' }
    })
    const result = await shop.ledger.reconcile(rows, period)
    const out = linesIn(await whole(reconciliationCsv(result)))
    const cells = out.map((line) => line.split(","))
    expect(new Set(cells.map(({ length }) => length))).toEqual(new Set([cells[0]?.length]))
    expect(cells.map(([name]) => name)).toEqual([
      "result",
      "matched",
      "amount_differs",
      "amount_differs",
      "unknown",
      "missing",
      "missing"
    ])
    expect(out[1]).toMatch(/^matched,charge,attempt_\w+,EUR,12\.50,0\.00,"'=HYPERLINK\(""x""\)",/)
    expect(out[1]).toMatch(/,12\.50,EUR,\S+Z,\w+,payment_\w+,ledger_\w+,ledger_\w+,yes$/)
    expect(out[6]).toMatch(/^missing,charge,attempt_\w+,,,,,,12\.50,EUR,/)
  })

  it("of many rows comes in pieces, and other code runs in between", async () => {
    const row = { reference: "a", kind: "charge", gross: 1n, fee: 0n, currency: "EUR" } as const
    const none = {
      matched: [],
      amountDiffers: [],
      currencyDiffers: [],
      duplicates: [],
      missing: []
    }
    const result: Reconciliation = { ...none, unknown: Array.from({ length: 5000 }, () => row) }
    let turns = 0
    let isOver = false
    const turn = () => {
      turns += 1
      if (!isOver) setImmediate(turn)
    }
    setImmediate(turn)
    const pieces = await all(reconciliationCsv(result))
    isOver = true
    expect(linesIn(pieces.join(""))).toHaveLength(5001)
    expect(pieces.length).toBeGreaterThan(20)
    expect(turns).toBeGreaterThan(20)
  })

  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "＝1"])(
    "has no text that a spreadsheet takes for a formula, such as %j",
    (text) => {
      expect(linesOf([[text, { amount: "-1.00" }]])).toMatch(/^"?'.*,-1\.00\r\n$/s)
    }
  )

  it("has quotes around characters that would end a cell or a line", () => {
    expect(linesOf([["a,b", 'a"b', "a\nb", null, ""]])).toBe('"a,b","a""b","a\nb",,\r\n')
  })
})
