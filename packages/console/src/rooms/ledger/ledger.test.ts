import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type OpenConsole, openConsole } from "../../testing/openConsole.ts"
import type { ComparisonView, LedgerView, PayoutView, StatementView } from "./LedgerViews.ts"

const dayMs = 86_400_000

describe("the room of the ledger", () => {
  let opened: OpenConsole
  let mid = ""
  let payment = ""
  let reference = ""
  beforeAll(async () => {
    opened = await openConsole()
    payment = await opened.pay("approved")
    await opened.work()
    const { data } = await opened.merchant.payments.listAttempts(payment)
    reference = data[0]?.id ?? ""
    mid = data[0]?.mid ?? ""
  })
  afterAll(() => opened.close())

  const report = (gross = "12.50") =>
    `reference,kind,gross,fee,currency,settlement\n${reference},charge,${gross},0.44,EUR,po_1\n`
  const given = (file: string) => ({
    subject: mid,
    input: { file, form: "plain", from: Date.now() - dayMs, to: Date.now() + dayMs }
  })
  const read = async <A>(path: string) =>
    (await opened.json(`${opened.data}/ledger${path}`)) as unknown as A

  it("shows balances that sum to zero, and the revenue", async () => {
    const { balances, revenue } = await read<LedgerView>("")
    expect(balances.length).toBe(2)
    expect(balances.reduce((sum, { balance }) => sum + BigInt(balance), 0n)).toBe(0n)
    expect(revenue.map(({ captured }) => `${captured}`)).toEqual(["1250"])
  })

  it("compares a report and books nothing", async () => {
    opened.signIn({ role: "viewer" })
    const done = await opened.act("ledger.compare", given(report()))
    expect((await opened.act("ledger.reconcile", given(report()))).status).toBe(403)
    opened.signIn({})
    const found = (await done.json()) as ComparisonView
    expect([found.matched.count, found.fresh, found.payouts]).toEqual([1, 1, ["po_1"]])
    expect((await read<PayoutView>("/payouts/po_1")).totals).toEqual([])
  })

  it("says what differs, and books nothing of it", async () => {
    const done = await opened.act("ledger.reconcile", given(report("12.49")))
    const { amountDiffers, matched } = (await done.json()) as ComparisonView
    expect([matched.count, amountDiffers.count]).toEqual([0, 1])
    expect(amountDiffers.rows[0]?.movement.payment).toBe(payment)
  })

  it("books a report once, and then finds the payout's money", async () => {
    for (const fresh of [1, 0]) {
      const done = await opened.act("ledger.reconcile", given(report()))
      expect(((await done.json()) as ComparisonView).fresh).toBe(fresh)
    }
    const { totals, lines, isWhole } = await read<PayoutView>("/payouts/po_1")
    expect(totals.map((total) => [total.mid, total.gross, total.fees, total.cash])).toEqual([
      [mid, "1250", "44", "1206"]
    ])
    expect(lines.map((line) => [line.payment, line.kind])).toEqual([[payment, "charge"]])
    expect(isWhole).toBe(true)
  })

  it("shows the statement of an account, with its balance after each line", async () => {
    const path = `/accounts/${encodeURIComponent(`settled_cash:${mid}`)}`
    const { data, closing } = await read<StatementView>(path)
    expect(data.map(({ balance }) => `${balance}`)).toEqual(["1206"])
    expect(closing.map(({ balance }) => `${balance}`)).toEqual(["1206"])
    expect((await opened.get(`${opened.data}/ledger/accounts/cash`)).status).toBe(422)
  })

  it("refuses a file that it can't read, with the row", async () => {
    const done = await opened.act("ledger.compare", given(`${report()}x,gift,1,0,EUR,\n`))
    expect(done.status).toBe(400)
    expect(await done.text()).toContain("Row 3")
    const other = { ...given(""), input: { file: "", form: "excel", from: 0, to: 1 } }
    expect((await opened.act("ledger.compare", other)).status).toBe(400)
  })

  it.each([
    ["", 1, "has no zone: name one in “Time zone of the report”"],
    ["Berlin", 1, "“Time zone of the report” is not known: it takes a name such as"],
    ["UTC", 20_001, "Take the reports of fewer days"]
  ])("refuses a file by the fields of the page: %j, %d", async (timeZone, rows, part) => {
    const row = `${reference},charge,12.50,0.44,EUR,po_1,2026-11-28 12:00:00\n`
    const file = `reference,kind,gross,fee,currency,settlement,settled_at\n${row.repeat(rows)}`
    const { subject, input } = given(file)
    const done = await opened.act("ledger.compare", { subject, input: { ...input, timeZone } })
    expect(done.status).toBe(400)
    const text = await done.text()
    expect(text).toContain(part)
    expect(text).not.toContain("`")
  })

  it("takes a file of a few megabytes, and refuses larger ones", async () => {
    const file = (length: number) => given(`${report()}${" ".repeat(length)}`)
    expect((await opened.act("ledger.compare", file(2 ** 20))).status).toBe(400)
    expect((await opened.act("ledger.compare", file(9 * 2 ** 20))).status).toBe(413)
  })
})
