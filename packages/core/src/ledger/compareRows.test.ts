import { describe, expect, it } from "vitest"
import type { CurrencyCode } from "../kernel/primitives/CurrencyCode.ts"
import type { MidId, PaymentId } from "../kernel/primitives/PublicId.ts"
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
): LedgerGroup & { readonly atProvider: AtProvider; readonly payment: PaymentId } => {
  const { on = mid, kind = "charge", providerReference = `psp ${reference}` } = more
  const amount = kind === "refund" ? -100n : 100n
  return {
    id: newId(),
    kind: kind === "charge" ? "capture" : "refund",
    payment: `payment of ${reference}` as PaymentId,
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
  it("refers to its charge by our reference or by the provider's", () => {
    const charge = movement("a")
    for (const reference of ["a", "psp a"]) {
      expect(compareRows(mid, [row(reference)], [charge], new Set())).toMatchObject([
        { _tag: "Matched", movement: charge, settlement: null }
      ])
    }
  })

  it("is unknown if its MID has no movement of its kind with that reference", () => {
    const elsewhere = movement("c", { on: otherMid })
    const nameless = movement("d", { providerReference: null })
    const rows = [row("b"), row("a", { kind: "refund" }), row("c"), row("null")]
    expect(compared(rows, [movement("a"), elsewhere, nameless])).toEqual(rows.map(() => "Unknown"))
  })

  it("is unknown if several movements have the provider's reference, unless ours decides", () => {
    const one = movement("a", { kind: "refund", providerReference: "same" })
    const two = movement("b", { kind: "refund", providerReference: "same" })
    const refund = { kind: "refund" } as const
    expect(compared([row("same", refund), row("b", refund)], [one, two])).toEqual([
      "Unknown",
      "Matched"
    ])
  })

  it("differs in currency first, then in amount, and its amount has no sign", () => {
    const groups = [movement("a"), movement("b", { kind: "refund" })]
    const usd = "USD" as CurrencyCode
    const rows = [
      row("a", { currency: usd, gross: 1n }),
      row("a", { gross: 99n }),
      row("b", { kind: "refund" })
    ]
    expect(compared(rows, groups)).toEqual(["CurrencyDiffers", "AmountDiffers", "Matched"])
  })

  it("is a duplicate after a row that matched, in these rows or in earlier ones", () => {
    const charge = movement("a")
    expect(compared([row("a"), row("psp a")], [charge])).toEqual(["Matched", "Duplicate"])
    expect(compared([row("a")], [charge], [charge])).toEqual(["Duplicate"])
    expect(compared([row("a", { gross: 99n }), row("a")], [charge])).toEqual([
      "AmountDiffers",
      "Matched"
    ])
  })

  it("is compared without a scan of all movements that earlier rows matched", () => {
    const charge = movement("a")
    const claimed = Object.assign(new Set([charge.id]), {
      [Symbol.iterator]: () => {
        throw new Error("gone through")
      }
    })
    const found = compareRows(mid, [row("a")], [charge], claimed)
    expect(found.map(({ _tag }) => _tag)).toEqual(["Duplicate"])
  })

  it("matches again if the same row settled it, and is a duplicate otherwise", () => {
    const charge = movement("a")
    const settlement = settledBy(row("a"), charge)
    expect(compareRows(mid, [row("a")], [charge, settlement], new Set())).toMatchObject([
      { _tag: "Matched", settlement }
    ])
    const others = [row("a", { settlement: "payout 2" }), row("a", { fee: 4n })]
    expect(compared(others, [charge, settlement])).toEqual(["Duplicate", "Duplicate"])
  })
})

describe("rows for two movements with the same reference", () => {
  const dispute = () => movement("a", { kind: "refund" })
  const refund = (settlement: string) => row("a", { kind: "refund", settlement })
  const found = (rows: ReadonlyArray<SettlementRow>, groups: ReadonlyArray<LedgerGroup>) =>
    compareRows(mid, rows, groups, new Set()).map((finding) =>
      finding._tag === "Matched"
        ? [finding.movement.id, finding.nth, finding.settlement?.id ?? null]
        : finding._tag
    )

  it("settle them in the order of booking", () => {
    const [first, second] = [dispute(), dispute()]
    expect(found([refund("p1"), refund("p2"), refund("p3")], [second, first])).toEqual([
      [first.id, 1, null],
      [second.id, 2, null],
      "Duplicate"
    ])
  })

  it("match the same movements in a later run, in any order of the reports", () => {
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

  it("settle the movement with their amount", () => {
    const [first, second] = [dispute(), dispute()]
    const larger = {
      ...first,
      entries: first.entries.map((entry) => ({ ...entry, amount: 2n * entry.amount }))
    }
    expect(found([refund("p1")], [larger, second])).toEqual([[second.id, 1, null]])
    expect(found([{ ...refund("p1"), gross: 1n }], [larger, second])).toEqual(["AmountDiffers"])
  })

  it("are duplicates if they have the amount of the settled one, and not of the other", () => {
    const [first, other] = [dispute(), dispute()]
    const second = {
      ...other,
      entries: other.entries.map((entry) => ({ ...entry, amount: 2n * entry.amount }))
    }
    const larger = { ...refund("p2"), gross: 200n }
    const half = [first, settledBy(refund("p1"), first), second]
    const both = [...half, settledBy(larger, second, 2)]
    expect(found([refund("p3")], half)).toEqual(["Duplicate"])
    expect(found([refund("p3")], both)).toEqual(["Duplicate"])
    expect(found([refund("p1"), refund("p1")], [first, second])).toEqual([
      [first.id, 1, null],
      "Duplicate"
    ])
  })

  it("settle the second if an earlier release settled the first without recording which", () => {
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

  it("turns the provider's debt into cash, and pays its fee from the cash", () => {
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

  it("takes a refund from the cash, and adds a returned fee to it", () => {
    expect(entriesOf("refund", -3n)).toEqual([
      ["provider_receivable", 100n],
      ["settled_cash", -100n],
      ["settled_cash", 3n],
      ["provider_fees", -3n]
    ])
  })
})
