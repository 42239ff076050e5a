import { Readable } from "node:stream"
import { setImmediate } from "node:timers/promises"
import type { SettlementRow } from "@payloom/core"
import { CsvError, type Info, type Options, Parser } from "csv-parse"
import type { AmountForm } from "./amounts.ts"
import { type CsvIssue, CsvRefused, issueAt } from "./CsvRefused.ts"
import { columnsNamed, type SettlementColumns } from "./SettlementColumns.ts"
import { type CellReading, settlementRowIn } from "./settlementRowIn.ts"

/** How a report is written, and how much of one is read. */
export interface ReadOptions {
  /** How amounts are written: `major` unless told. */
  readonly amounts?: AmountForm
  /** What stands before decimals; a point unless told. */
  readonly decimalMark?: "." | ","
  /** Whether what the provider kept is written with a minus; without one unless told. */
  readonly negativeFees?: boolean
  /** What separates cells: a comma unless told. */
  readonly delimiter?: "," | ";" | "\t" | "|"
  /** How many rows there may be; 100,000 unless told. */
  readonly maxRows?: number
  /** How many characters, or bytes, the text may have; 64 MiB unless told. */
  readonly maxLength?: number
}

/**
 * The rows of a provider's settlement report, as `ledger.reconcile` takes them, out of CSV in UTF-8
 * whose first line names the columns. Cells are trimmed. Takes the text, or its pieces as they
 * come, such as a stream of a file; between a few of them others have their turn.
 *
 * Rejects with `CsvRefused`, which names the rows and columns of what can't be read, or tells that
 * the file is too long.
 *
 * @example
 * ```ts
 * const rows = await readSettlementRows(createReadStream("report.csv"), {
 *   reference: "Merchant Reference",
 *   kind: { column: "Type", kinds: { Settled: "charge", Refunded: "refund", Payout: null } },
 *   gross: "Gross",
 *   fee: "Commission",
 *   currency: "Currency"
 * })
 * const result = await shop.ledger.reconcile(rows, { mid, from, to })
 * ```
 */
export const readSettlementRows = async (
  csv: string | AsyncIterable<string | Uint8Array>,
  columns: SettlementColumns,
  options: ReadOptions = {}
): Promise<ReadonlyArray<SettlementRow>> => {
  const reader = new ReportReader(columns, options)
  const parser = new Parser(parsing(options))
  const pieces = Readable.from(bounded(csv, options.maxLength ?? mostCharacters))
  pieces.on("error", (cause) => parser.destroy(cause))
  try {
    for await (const { record, info } of pieces.pipe(parser) as AsyncIterable<ParsedLine>) {
      reader.read(record, info.lines)
    }
  } catch (cause) {
    throw cause instanceof CsvError ? refusedBy(cause, reader) : cause
  } finally {
    pieces.destroy()
  }
  return reader.finish()
}

interface ParsedLine {
  readonly record: ReadonlyArray<string>
  readonly info: Info
}

const mostCharacters = 64 * 2 ** 20
const mostRows = 100_000
const mostIssues = 10
const longestLine = 64 * 2 ** 10

/** So much is parsed at a time: some milliseconds' worth. */
const pieceLength = 16 * 2 ** 10

const parsing = ({ delimiter = "," }: ReadOptions): Options => ({
  bom: true,
  delimiter,
  info: true,
  max_record_size: longestLine,
  skip_empty_lines: true,
  trim: true
})

/** The text in small pieces, each of which is parsed at once, up to the most that is taken. */
async function* bounded(
  csv: string | AsyncIterable<string | Uint8Array>,
  maxLength: number
): AsyncGenerator<string | Uint8Array> {
  let length = 0
  for await (const piece of typeof csv === "string" ? [csv] : csv) {
    length += piece.length
    if (length > maxLength) throw tooLong(`characters than ${maxLength}`)
    for (let at = 0; at < piece.length; ) {
      const end = endOfPiece(piece, at + pieceLength)
      yield piece.slice(at, end)
      at = end
      await setImmediate()
    }
  }
}

/** A character of two code units is not cut apart: each piece of a text is encoded by itself. */
const endOfPiece = (piece: string | Uint8Array, end: number): number =>
  typeof piece === "string" && /[\uD800-\uDBFF]/.test(piece.charAt(end - 1)) ? end + 1 : end

const tooLong = (what: string) =>
  new CsvRefused({ issues: [{ row: null, column: null, message: `The CSV has more ${what}.` }] })

/** What the parser couldn't read, in words of our own: its message repeats what the line says. */
const refusedBy = ({ code, ...error }: CsvError, reader: ReportReader): CsvRefused => {
  const { lines } = error as { readonly lines?: unknown }
  const row = typeof lines === "number" ? lines : reader.lastRow + 1
  const complaint = complaints[code] ?? "can't be read as CSV: quotes may be missing"
  return new CsvRefused({ issues: [...reader.issues, issueAt(row, null, complaint)] })
}

const complaints: Readonly<Partial<Record<CsvError["code"], string>>> = {
  CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: "has another number of cells than the header",
  CSV_MAX_RECORD_SIZE: `is longer than ${longestLine} characters, or a quote is never closed`,
  CSV_QUOTE_NOT_CLOSED: "begins a quote that is never closed"
}

/** Reads the lines of a report, one after the other. */
class ReportReader {
  readonly issues: Array<CsvIssue> = []
  lastRow = 0
  readonly #columns: SettlementColumns
  readonly #reading: CellReading
  readonly #mostLines: number
  readonly #rows: Array<SettlementRow> = []
  #places: ReadonlyMap<string, number> | null = null
  #lines = 0

  constructor(columns: SettlementColumns, options: ReadOptions) {
    this.#columns = columns
    this.#mostLines = options.maxRows ?? mostRows
    this.#reading = {
      form: options.amounts ?? "major",
      decimalMark: options.decimalMark ?? ".",
      hasNegativeFees: options.negativeFees ?? false
    }
  }

  /** Throws `CsvRefused` once there is too much, or too much is wrong. */
  read(record: ReadonlyArray<string>, row: number): void {
    this.lastRow = row
    const places = this.#places
    if (places === null) {
      this.#places = this.#placesIn(record, row)
      return
    }
    this.#lines += 1
    if (this.#lines > this.#mostLines) throw tooLong(`rows than ${this.#mostLines}`)
    const cell = (column: string) => record[places.get(column) ?? -1] ?? ""
    const line = settlementRowIn(cell, this.#columns, this.#reading)
    if ("row" in line) {
      if (line.row !== null) this.#rows.push(line.row)
      return
    }
    const found = line.complaints.map((one) => issueAt(row, one.column, one.complaint))
    this.issues.push(...found.slice(0, mostIssues - this.issues.length))
    if (this.issues.length >= mostIssues) throw new CsvRefused({ issues: this.issues })
  }

  finish(): ReadonlyArray<SettlementRow> {
    if (this.issues.length > 0) throw new CsvRefused({ issues: this.issues })
    if (this.#places === null) throw new CsvRefused({ issues: [issueAt(1, null, "is missing")] })
    return this.#rows
  }

  #placesIn(header: ReadonlyArray<string>, row: number): ReadonlyMap<string, number> {
    const issues = columnsNamed(this.#columns).flatMap((column) => {
      const times = header.filter((name) => name === column).length
      if (times === 1) return []
      return [issueAt(row, column, times === 0 ? "is not there" : "is there several times")]
    })
    if (issues.length > 0) throw new CsvRefused({ issues: issues.slice(0, mostIssues) })
    return new Map(header.map((name, place) => [name, place]))
  }
}
