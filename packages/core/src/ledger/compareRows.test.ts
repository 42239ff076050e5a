import { describe, expect, it } from "vitest"
import type { CurrencyCode } from "../kernel/primitives/CurrencyCode.ts"
import type { MidId } from "../kernel/primitives/PublicId.ts"
import { compareRows } from "./compareRows.ts"
import type { AtProvider, LedgerGroup } from "./LedgerGroup.ts"
import type { SettlementRow } from "./SettlementRow.ts"
import { settlementFor } from "./settlementFor.ts"

const mid = "mid_01M7FH87G00000000000000000" as MidId
const otherMid = "mid_01M7FH87G00000000000000001" as MidId
const eur = "EUR" as CurrencyCode
const moment = { now: 0, id: (prefix: string) => `${prefix}_new` as never }

let made = 0
const newId = () => `ledger_${String(++made).padStart(4, "0")}` as LedgerGroup["id"]

const movement = (
  reference: string,
  more: Partial<AtProvider> & { readonly on?: MidId } = {}
): LedgerGroup & { readonly atProvider: AtProvider } => {
  const { on = mid, kind = "charge", providerReference = `psp ${reference}` } = more
  const amount = kind === "refund" ? -100n : 100n
  return {
    id: newId(),
    kind: kind === "charge" ? "capture" : "refund",
    payment: `payment of ${reference}` as LedgerGroup["payment"],
    currency: eur,
    entries: [
      { account: `provider_receivable:${on}`, amount },
      { account: "merchant_payable", amount: -amount }
    ],
    atProvider: { kind, reference, providerReference },
    created: 0
  }
}

const row = (reference: string, more: Partial<SettlementRow> = {}): SettlementRow => ({
  reference,
  kind: "charge",
  gross: 100n,
  fee: 3n,
  currency: eur,
  settlement: "payout 1",
  ...more
})

const compared = (
  rows: ReadonlyArray<SettlementRow>,
  groups: ReadonlyArray<LedgerGroup>,
  claimed: ReadonlyArray<LedgerGroup> = []
) => compareRows(mid, rows, groups, new Set(claimed.map(({ id }) => id))).map(({ _tag }) => _tag)

const settledBy = (by: SettlementRow, of: ReturnType<typeof movement>, nth = 1): LedgerGroup =>
  settlementFor({ ...moment, id: () => newId() as never }, mid, {
    row: by,
    movement: of,
    nth
  })

describe("a row of a settlement report", () => {
  it("names its charge by our reference or by the provider's", () => {
    const charge = movement("a")
    for (const reference of ["a", "psp a"]) {
      expect(compareRows(mid, [row(reference)], [charge], new Set())).toMatchObject([
        { _tag: "Matched", movement: charge, settlement: null }
      ])
    }
  })

  it("is unknown where the books of its MID have nothing of its kind under that name", () => {
    const elsewhere = movement("c", { on: otherMid })
    const nameless = movement("d", { providerReference: null })
    const rows = [row("b"), row("a", { kind: "refund" }), row("c"), row("null")]
    expect(compared(rows, [movement("a"), elsewhere, nameless])).toEqual(rows.map(() => "Unknown"))
  })

  it("is unknown where the provider gave one name to several, unless our own tells which", () => {
    const one = movement("a", { kind: "refund", providerReference: "same" })
    const two = movement("b", { kind: "refund", providerReference: "same" })
    const refund = { kind: "refund" } as const
    expect(compared([row("same", refund), row("b", refund)], [one, two])).toEqual([
      "Unknown",
      "Matched"
    ])
  })

  it("differs in currency before it differs in amount, and its amount has no sign", () => {
    const groups = [movement("a"), movement("b", { kind: "refund" })]
    const usd = "USD" as CurrencyCode
    const rows = [
      row("a", { currency: usd, gross: 1n }),
      row("a", { gross: 99n }),
      row("b", { kind: "refund" })
    ]
    expect(compared(rows, groups)).toEqual(["CurrencyDiffers", "AmountDiffers", "Matched"])
  })

  it("is a duplicate behind one that matched, in these rows or before them", () => {
    const charge = movement("a")
    expect(compared([row("a"), row("psp a")], [charge])).toEqual(["Matched", "Duplicate"])
    expect(compared([row("a")], [charge], [charge])).toEqual(["Duplicate"])
    expect(compared([row("a", { gross: 99n }), row("a")], [charge])).toEqual([
      "AmountDiffers",
      "Matched"
    ])
  })

  it("is compared without going through all that earlier rows of the report matched", () => {
    const charge = movement("a")
    const claimed = Object.assign(new Set([charge.id]), {
      [Symbol.iterator]: () => {
        throw new Error("gone through")
      }
    })
    const found = compareRows(mid, [row("a")], [charge], claimed)
    expect(found.map(({ _tag }) => _tag)).toEqual(["Duplicate"])
  })

  it("matches again where it was settled by the same row, and else is a duplicate", () => {
    const charge = movement("a")
    const settlement = settledBy(row("a"), charge)
    expect(compareRows(mid, [row("a")], [charge, settlement], new Set())).toMatchObject([
      { _tag: "Matched", settlement }
    ])
    const others = [row("a", { settlement: "payout 2" }), row("a", { fee: 4n })]
    expect(compared(others, [charge, settlement])).toEqual(["Duplicate", "Duplicate"])
  })
})

describe("rows that name what was booked twice under one name", () => {
  const dispute = () => movement("a", { kind: "refund" })
  const refund = (settlement: string) => row("a", { kind: "refund", settlement })
  const found = (rows: ReadonlyArray<SettlementRow>, groups: ReadonlyArray<LedgerGroup>) =>
    compareRows(mid, rows, groups, new Set()).map((finding) =>
      finding._tag === "Matched"
        ? [finding.movement.id, finding.nth, finding.settlement?.id ?? null]
        : finding._tag
    )

  it("settle them in the order in which they were booked", () => {
    const [first, second] = [dispute(), dispute()]
    expect(found([refund("p1"), refund("p2"), refund("p3")], [second, first])).toEqual([
      [first.id, 1, null],
      [second.id, 2, null],
      "Duplicate"
    ])
  })

  it("are matched with the same ones in a later run, in whatever order the reports come", () => {
    const [first, second] = [dispute(), dispute()]
    const settled = settledBy(refund("p1"), first)
    const groups = [first, settled, second]
    expect(found([refund("p2"), refund("p1")], groups)).toEqual([
      [second.id, 2, null],
      [first.id, 1, settled.id]
    ])
    const both = [...groups, settledBy(refund("p2"), second, 2)]
    expect(found([refund("p2")], both)).toMatchObject([[second.id, 2, both.at(-1)?.id]])
    expect(found([refund("p3")], both)).toEqual(["Duplicate"])
  })

  it("settle the one that has their amount, if another has not", () => {
    const [first, second] = [dispute(), dispute()]
    const larger = {
      ...first,
      entries: first.entries.map((entry) => ({ ...entry, amount: 2n * entry.amount }))
    }
    expect(found([refund("p1")], [larger, second])).toEqual([[second.id, 1, null]])
    expect(found([{ ...refund("p1"), gross: 1n }], [larger, second])).toEqual(["AmountDiffers"])
  })

  it("settle the second if an earlier release settled the first without saying which", () => {
    const first = dispute()
    const { settlement: _, ...old } = settledBy(refund("p1"), first)
    const settled: LedgerGroup = { ...old, settlement: { id: "p1", date: null } }
    const second = dispute()
    expect(found([refund("p1"), refund("p2")], [first, settled, second])).toEqual([
      [first.id, 1, settled.id],
      [second.id, 2, null]
    ])
  })
})

describe("the group of a settlement", () => {
  const entriesOf = (kind: SettlementRow["kind"], fee: bigint) =>
    settledBy(row("a", { kind, fee }), movement("a", { kind })).entries.map(
      ({ account, amount }) => [account.slice(0, account.indexOf(":")), amount]
    )

  it("makes cash of what the provider owed, and pays its fee out of that", () => {
    expect(entriesOf("charge", 3n)).toEqual([
      ["settled_cash", 100n],
      ["provider_receivable", -100n],
      ["provider_fees", 3n],
      ["settled_cash", -3n]
    ])
    expect(entriesOf("reversal", 0n)).toEqual([
      ["settled_cash", 100n],
      ["provider_receivable", -100n]
    ])
  })

  it("takes a refund out of the cash, and puts there a fee that the provider gave back", () => {
    expect(entriesOf("refund", -3n)).toEqual([
      ["provider_receivable", 100n],
      ["settled_cash", -100n],
      ["settled_cash", 3n],
      ["provider_fees", -3n]
    ])
  })
})
