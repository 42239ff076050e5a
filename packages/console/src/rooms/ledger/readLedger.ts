import { Refused } from "../../frame/refusals.ts"
import type { Read } from "../../Room.ts"
import { accountNames } from "../payments/readPayments.ts"
import { type LedgerView, revenueRanges, type StatementView } from "./LedgerViews.ts"

const dayMs = 86_400_000

/** The trial balance, and the revenue of the last days. */
export const readLedger: Read = {
  path: "/ledger",
  run: async ({ merchant, query, now }): Promise<LedgerView> => {
    const days = Number(query.get("days") ?? "30")
    if (!(revenueRanges as ReadonlyArray<number>).includes(days)) {
      const known = revenueRanges.join(", ")
      throw new Refused(400, "filter_invalid", `The range must be one of ${known} days.`)
    }
    const [balances, revenue, accounts] = await Promise.all([
      merchant.ledger.trialBalance(),
      merchant.ledger.revenue({ from: now - (days - 1) * dayMs, to: now }),
      accountNames(merchant)
    ])
    return { balances, revenue: revenue.toReversed(), accounts }
  }
}

/** A page of the statement of an account. */
export const readStatement: Read = {
  path: "/ledger/accounts/:id",
  run: async ({ merchant, query, id }): Promise<StatementView> => {
    const after = query.get("startingAfter") ?? ""
    const [page, accounts] = await Promise.all([
      merchant.ledger.statement(id, {
        ...moment("from", query),
        ...moment("to", query),
        ...(after === "" ? {} : { startingAfter: after })
      }),
      accountNames(merchant)
    ])
    const { data, nextCursor, account, opening, closing } = page
    const lines = data.map((line) => ({ ...line, id: `${line.group} ${line.currency}` }))
    return { data: lines, nextCursor, account, opening, closing, accounts }
  }
}

const moment = (
  name: "from" | "to",
  query: URLSearchParams
): Partial<Record<"from" | "to", number>> => {
  const text = query.get(name) ?? ""
  if (text === "") return {}
  if (!/^\d{1,14}$/.test(text)) {
    throw new Refused(400, "filter_invalid", `The filter ${name} must be a time in milliseconds.`)
  }
  return { [name]: Number(text) }
}
