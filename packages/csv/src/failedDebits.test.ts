import type { SettlementRow } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { readSettlementReport } from "./readSettlementRows.ts"
import { stripePayoutReconciliation } from "./stripeReports.ts"
import { stripeCategories, stripeHeader, stripeLine } from "./testing/stripeSample.ts"

const short = (rows: ReadonlyArray<SettlementRow>) =>
  rows.map(({ kind, reference, gross, fee, currency }) => [kind, reference, gross, fee, currency])

describe("a failed debit in Stripe's reports", () => {
  const debit = { source: "py_1", intent: "pi_1" } as const
  const charged = stripeLine({
    ...debit,
    category: "charge",
    gross: "12.50",
    fee: "0.35",
    net: "12.15"
  })
  const failed = stripeLine({
    ...debit,
    category: "charge_failure",
    gross: "-12.50",
    fee: "-0.35",
    net: "-12.15"
  })
  const read = (...lines: ReadonlyArray<string>) =>
    readSettlementReport([stripeHeader, ...lines].join("\n"), stripePayoutReconciliation, {
      timeZone: "UTC"
    })

  it("is left out with its charge, because the ledger never booked it", async () => {
    const other = stripeLine({ category: "charge", source: "ch_2", gross: "5.00", net: "5.00" })
    const { rows, leftOut } = await read(charged, other, failed)
    expect(short(rows)).toEqual([["charge", "ch_2", 500n, 0n, "EUR"]])
    expect(leftOut).toEqual([{ because: "charge_failure", rows: 2, firstRow: 2 }])
  })

  it("leaves the fee that Stripe kept", async () => {
    const kept = stripeLine({
      ...debit,
      category: "charge_failure",
      gross: "-12.50",
      net: "-12.50"
    })
    expect(short((await read(charged, kept)).rows)).toEqual([["charge", "pi_1", 0n, 35n, "EUR"]])
  })

  it("is the return of a charge that an earlier report had", async () => {
    const returned = ["charge_return", "pi_1", 1250n, -35n, "EUR"]
    expect(short((await read(failed)).rows)).toEqual([returned])
    const { rows } = await read(charged, failed, charged)
    expect(short(rows).at(-1)).toEqual(returned)
  })

  it("is read whatever other category of Stripe's is in the report", async () => {
    const { kind } = stripePayoutReconciliation
    const categories = "kinds" in kind ? Object.keys(kind.kinds) : []
    const documented = stripeCategories.filter((category) => !categories.includes(category))
    expect(documented).toEqual([])
  })
})
