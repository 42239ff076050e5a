import type { StatementLine } from "@payloom/core"
import { statementCsv } from "@payloom/csv"
import type { Run } from "../../command/Command.ts"
import { amountText, orDash, timeText } from "../../output/format.ts"
import { wireForm } from "../../output/wireForm.ts"

interface Given {
  readonly account: string
  readonly currency: string | undefined
  readonly from: number | undefined
  readonly to: number | undefined
  readonly limit: number
  readonly csv: boolean
}

/** Prints the bookings on an account. */
export const printStatement: Run<Given, "database"> = async (given, { target }) => {
  const { ledger } = (await target.account()).merchant
  const query = {
    ...(given.currency === undefined ? {} : { currency: given.currency }),
    ...(given.from === undefined ? {} : { from: given.from }),
    ...(given.to === undefined ? {} : { to: given.to })
  }
  if (given.csv) {
    let text = ""
    for await (const piece of statementCsv(ledger, given.account, query)) text += piece
    return { kind: "text", text, json: { csv: text } }
  }
  const lines: Array<StatementLine> = []
  const first = await ledger.statement(given.account, { ...query, limit: pageSize(given.limit) })
  let page = first
  lines.push(...page.data)
  while (page.nextCursor !== null && lines.length < given.limit) {
    const limit = pageSize(given.limit - lines.length)
    page = await ledger.statement(given.account, {
      ...query,
      limit,
      startingAfter: page.nextCursor
    })
    lines.push(...page.data)
  }
  const standing = (balances: typeof first.opening) =>
    balances.map(({ balance, currency }) => amountText(balance, currency)).join(", ") || "0"
  return {
    kind: "value",
    sections: [
      { title: first.account, fields: [["Opening", standing(first.opening)]] },
      {
        table: {
          columns: [
            { title: "Booked (UTC)" },
            { title: "Kind" },
            { title: "Payment" },
            { title: "Amount", align: "right" },
            { title: "Balance", align: "right" }
          ],
          rows: lines.map((line) => [
            timeText(line.created),
            line.kind,
            orDash(line.payment),
            amountText(line.amount, line.currency),
            amountText(line.balance, line.currency)
          ]),
          empty: "There are no such bookings."
        }
      },
      { fields: [["Closing", standing(page.closing)]] }
    ],
    json: {
      account: first.account,
      opening: wireForm(first.opening),
      data: wireForm(lines),
      closing: wireForm(page.closing),
      has_more: page.nextCursor !== null
    },
    notes: page.nextCursor === null ? [] : ["There are more lines: raise --limit, or use --csv."]
  }
}

const pageSize = (limit: number): number => Math.min(limit, 100)
