import { resolve } from "node:path"
import type { StatementLine } from "@payloom/core"
import { statementCsv } from "@payloom/csv"
import type { Run } from "../../command/Command.ts"
import { UsageError } from "../../command/UsageError.ts"
import { amountText, orDash, timeText } from "../../output/format.ts"
import { wireForm } from "../../output/wireForm.ts"

interface Given {
  readonly account: string
  readonly currency: string | undefined
  readonly from: number | undefined
  readonly to: number | undefined
  readonly limit: number
  readonly csv: boolean
  readonly out: string | undefined
}

/** Prints the bookings on an account. */
export const printStatement: Run<Given, "database"> = async (given, context) => {
  const { target, terminal, signal } = context
  if (given.out !== undefined && !given.csv) {
    throw new UsageError("--out is for --csv only: add --csv.")
  }
  const { ledger } = (await target.account()).merchant
  const query = {
    ...(given.currency === undefined ? {} : { currency: given.currency }),
    ...(given.from === undefined ? {} : { from: given.from }),
    ...(given.to === undefined ? {} : { to: given.to })
  }
  if (given.csv) {
    const csv = statementCsv(ledger, given.account, query)
    if (given.out !== undefined) {
      const file = resolve(terminal.cwd, given.out)
      return { kind: "pieces", pieces: csv, jsonName: "csv", file }
    }
    return { kind: "pieces", pieces: markedIfPartial(csv, signal), jsonName: "csv" }
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

const partialLine = "incomplete: the command did not get to the end of the statement\r\n"

/** Ends a statement that was interrupted or failed with a line, so nobody takes it for whole. */
async function* markedIfPartial(
  csv: AsyncIterable<string>,
  signal: AbortSignal
): AsyncGenerator<string, void> {
  let begun = false
  try {
    for await (const piece of csv) {
      if (signal.aborted) break
      yield piece
      begun = true
    }
  } catch (error) {
    if (begun) yield partialLine
    throw error
  }
  if (signal.aborted) yield partialLine
}

const pageSize = (limit: number): number => Math.min(limit, 100)
