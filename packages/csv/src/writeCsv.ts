import { setImmediate } from "node:timers/promises"
import { stringify } from "csv-stringify/sync"
import { type AmountForm, amountText } from "./amounts.ts"

/** How a CSV is written: UTF-8, commas, lines that end with CR LF, a header first. */
export interface WriteOptions {
  /**
   * How amounts are written: `major` unless told. Of minor units, the columns' names end with
   * `_minor`.
   */
  readonly amounts?: AmountForm
}

/** An amount in a cell: a number, so the minus before it makes it no formula. */
interface AmountCell {
  readonly amount: string
}

/** What a cell holds: a text, an amount, or nothing. */
export type Cell = string | AmountCell | null

/** Writes the amounts of one CSV, and names their columns. */
export const amountsAs = ({ amounts = "major" }: WriteOptions) => ({
  cell: (amount: bigint, currency: string): AmountCell => ({
    amount: amountText(amount, currency, amounts)
  }),
  /** The columns' names; those of amounts are marked by a `#`. */
  header: (...names: ReadonlyArray<string>): ReadonlyArray<string> =>
    names.map((name) =>
      name.startsWith("#") ? `${name.slice(1)}${amounts === "minor" ? "_minor" : ""}` : name
    )
})

/** Rows as lines of CSV. A `'` comes before a text that a spreadsheet would take for a formula. */
export const linesOf = (rows: ReadonlyArray<ReadonlyArray<Cell>>): string =>
  stringify([...rows], {
    record_delimiter: "\r\n",
    // A lone line feed ends a line for most who read.
    quote_record_delimiter: true,
    escape_formulas: true,
    cast: { object: ({ amount }) => ({ value: String(amount), escape_formulas: false }) }
  })

const rowsAtOnce = 200

/** Many rows as pieces of CSV, between which others have their turn. */
export async function* piecesOf(
  header: ReadonlyArray<string>,
  rows: Iterable<ReadonlyArray<Cell>>
): AsyncGenerator<string, void> {
  let piece: Array<ReadonlyArray<Cell>> = [header]
  for (const row of rows) {
    piece.push(row)
    if (piece.length < rowsAtOnce) continue
    yield linesOf(piece)
    piece = []
    await setImmediate()
  }
  if (piece.length > 0) yield linesOf(piece)
}

/** A moment as RFC 3339. */
export const momentText = (moment: number): string => new Date(moment).toISOString()
