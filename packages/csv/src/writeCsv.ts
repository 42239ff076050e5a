import { setImmediate } from "node:timers/promises"
import { stringify } from "csv-stringify/sync"
import { type AmountForm, amountText } from "./amounts.ts"

/** The options of writing a CSV. It has UTF-8, commas, lines that end with CR LF, and a header. */
export interface WriteOptions {
  /**
   * The format of amounts. Default: `major`. With `minor`, the columns' names end with `_minor`.
   */
  readonly amounts?: AmountForm
}

/** An amount in a cell. It is a number, so a minus before it doesn't make it a formula. */
interface AmountCell {
  readonly amount: string
}

/** A cell: a text, an amount, or nothing. */
export type Cell = string | AmountCell | null

/** Writes the amounts of one CSV, and names their columns. */
export const amountsAs = ({ amounts = "major" }: WriteOptions) => ({
  cell: (amount: bigint, currency: string): AmountCell => ({
    amount: amountText(amount, currency, amounts)
  }),
  /** Returns the columns' names. `#` marks the columns of amounts. */
  header: (...names: ReadonlyArray<string>): ReadonlyArray<string> =>
    names.map((name) =>
      name.startsWith("#") ? `${name.slice(1)}${amounts === "minor" ? "_minor" : ""}` : name
    )
})

/**
 * Writes rows as lines of CSV. A `'` precedes texts that a spreadsheet would take for a formula.
 */
export const linesOf = (rows: ReadonlyArray<ReadonlyArray<Cell>>): string =>
  stringify([...rows], {
    record_delimiter: "\r\n",
    // Most readers end a line at a lone line feed.
    quote_record_delimiter: true,
    escape_formulas: true,
    cast: { object: ({ amount }) => ({ value: String(amount), escape_formulas: false }) }
  })

const rowsAtOnce = 200

/** Writes many rows as pieces of CSV. Other code runs between pieces. */
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

/** Returns a moment as RFC 3339. */
export const momentText = (moment: number): string => new Date(moment).toISOString()
