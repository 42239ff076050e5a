import { describe, expect, it } from "vitest"
import type { CurrencyCode } from "../kernel/primitives/CurrencyCode.ts"
import { isLedgerAccount } from "./LedgerAccount.ts"
import type { LedgerGroup } from "./LedgerGroup.ts"
import { balancesAfter, postedLines } from "./postedLines.ts"

const eur = "EUR" as CurrencyCode
const usd = "USD" as CurrencyCode
const mid = "mid_01M7FH87G00000000000000000"

const group = (
  number: number,
  currency: CurrencyCode,
  ...amounts: ReadonlyArray<bigint>
): LedgerGroup => ({
  id: `ledger_${number}` as LedgerGroup["id"],
  kind: "capture",
  payment: `payment_${number}` as NonNullable<LedgerGroup["payment"]>,
  currency,
  entries: [
    ...amounts.map((amount) => ({ account: "refunds", amount })),
    { account: "suspense", amount: -amounts.reduce((sum, amount) => sum + amount, 0n) }
  ],
  created: number
})

const groups = [group(1, eur, 5n), group(2, usd, 7n), group(3, eur, 10n, -3n)]

describe("the lines of a statement", () => {
  it("have a running balance by currency, beginning with the balance before", () => {
    const lines = postedLines(groups, "refunds", null, new Map([[eur, 100n]]))
    expect(lines.map(({ currency, amount, balance }) => [currency, amount, balance])).toEqual([
      ["EUR", 5n, 105n],
      ["USD", 7n, 7n],
      ["EUR", 7n, 112n]
    ])
    expect([...balancesAfter(new Map([[eur, 100n]]), lines)]).toEqual([
      ["EUR", 112n],
      ["USD", 7n]
    ])
  })

  it("are one for each group with an entry on the account, and none for others", () => {
    expect(postedLines(groups, "refunds", null, new Map())).toHaveLength(3)
    expect(postedLines(groups, "merchant_payable", null, new Map())).toEqual([])
  })

  it("are in one currency if that is requested", () => {
    expect(postedLines(groups, "suspense", usd, new Map())).toMatchObject([
      { group: "ledger_2", amount: -7n, balance: -7n }
    ])
  })
})

describe("an account", () => {
  it("is shared by all MIDs, or has the id of its MID", () => {
    const accounts = ["suspense", "refunds", `settled_cash:${mid}`, `provider_fees:${mid}`]
    expect(accounts.filter(isLedgerAccount)).toEqual(accounts)
    const others = ["", "cash", mid, `suspense:${mid}`, "settled_cash", "settled_cash:", "x:y"]
    expect(others.filter(isLedgerAccount)).toEqual([])
  })
})
