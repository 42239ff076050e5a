import { setImmediate } from "node:timers/promises"
import type { Merchant, Statement, StatementQuery } from "@payloom/core"
import { amountsAs, type Cell, linesOf, momentText, type WriteOptions } from "./writeCsv.ts"

/** The reader of statements: a merchant's `ledger`. */
type Statements = Pick<Merchant["ledger"], "statement">

/**
 * Writes a whole statement as CSV, page by page, in pieces: `Readable.from` makes a stream of them.
 * There is a line for each group, with the columns `booked_at`, `kind`, `group`, `payment`,
 * `currency`, `amount` and `balance`. Before them is a line of kind `opening` for each currency,
 * after them a line of kind `closing`.
 *
 * Rejects as `ledger.statement` does.
 *
 * @example
 * ```ts
 * const csv = statementCsv(shop.ledger, "merchant_payable", { from, to })
 * await pipeline(Readable.from(csv), createWriteStream("statement.csv"))
 * ```
 */
export async function* statementCsv(
  ledger: Statements,
  account: string,
  query: Omit<StatementQuery, "startingAfter" | "limit"> = {},
  options: WriteOptions = {}
): AsyncGenerator<string, void> {
  const as = amountsAs(options)
  const balances = (kind: string, standing: Statement["opening"]): ReadonlyArray<Line> =>
    standing.map(({ currency, balance }) => [
      "",
      kind,
      "",
      "",
      currency,
      null,
      as.cell(balance, currency)
    ])
  let page = await ledger.statement(account, query)
  yield linesOf([
    as.header("booked_at", "kind", "group", "payment", "currency", "#amount", "#balance"),
    ...balances("opening", page.opening)
  ])
  for (;;) {
    yield linesOf(
      page.data.map(
        ({ created, kind, group, payment, currency, amount, balance }): Line => [
          momentText(created),
          kind,
          group,
          payment,
          currency,
          as.cell(amount, currency),
          as.cell(balance, currency)
        ]
      )
    )
    if (page.nextCursor === null) break
    await setImmediate()
    page = await ledger.statement(account, { ...query, startingAfter: page.nextCursor })
  }
  yield linesOf(balances("closing", page.closing))
}

type Line = ReadonlyArray<Cell>
