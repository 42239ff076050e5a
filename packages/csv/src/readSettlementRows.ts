import { Readable } from "node:stream"
import { setImmediate } from "node:timers/promises"
import type { SettlementRow } from "@payloom/core"
import { CsvError, type Info, type Options, Parser } from "csv-parse"
import { CsvRefused, issueAt } from "./CsvRefused.ts"
import { ReportReader, type SettlementReport } from "./ReportReader.ts"
import type { SettlementMapping } from "./SettlementMapping.ts"
import { type CsvSource, type Encoding, textPieces } from "./textPieces.ts"

/** Settings of one file that a mapping can't know, and limits of its size. */
export interface ReadOptions {
  /** The zone of times without one, if the mapping names none: an IANA name, or `UTC`. */
  readonly timeZone?: string
  /** The encoding of its bytes. Default: the one of its byte order mark, or UTF-8. */
  readonly encoding?: Encoding
  /** The largest number of rows. Default: 100,000. */
  readonly maxRows?: number
  /** The largest number of characters or bytes. Default: 64 MiB. */
  readonly maxLength?: number
}

/**
 * Reads a provider's settlement report, and counts the rows that were left out. Takes the text, or
 * its pieces, such as a stream of a file. Cells are trimmed. Other code runs meanwhile.
 *
 * Rejects with `CsvRefused`, which names the rows and columns that can't be read. Then no row is
 * used.
 */
export const readSettlementReport = async (
  csv: CsvSource,
  mapping: SettlementMapping,
  options: ReadOptions = {}
): Promise<SettlementReport> => {
  const { timeZone = null, maxRows = mostRows, maxLength = mostCharacters, encoding } = options
  const reader = new ReportReader(mapping, timeZone, maxRows)
  const parser = new Parser(parsing(mapping))
  const pieces = Readable.from(boundedLines(textPieces(csv, maxLength, encoding), parser))
  pieces.on("error", (cause) => parser.destroy(cause))
  const turn = new Turn()
  try {
    for await (const { record, info } of pieces.pipe(parser) as AsyncIterable<ParsedLine>) {
      reader.read(record, info.lines)
      if (turn.isOver()) await setImmediate()
    }
  } catch (cause) {
    throw cause instanceof CsvError ? refusedBy(cause, reader) : cause
  } finally {
    pieces.destroy()
  }
  return await reader.finish()
}

/**
 * Reads the rows of a provider's settlement report for `ledger.reconcile`: the `rows` of
 * `readSettlementReport`.
 *
 * @example
 * ```ts
 * const rows = await readSettlementRows(createReadStream("report.csv"), adyenSettlementDetails)
 * const result = await shop.ledger.reconcile(rows, { mid, from, to })
 * ```
 */
export const readSettlementRows = async (
  csv: CsvSource,
  mapping: SettlementMapping,
  options: ReadOptions = {}
): Promise<ReadonlyArray<SettlementRow>> => (await readSettlementReport(csv, mapping, options)).rows

interface ParsedLine {
  readonly record: ReadonlyArray<string>
  readonly info: Info
}

const mostCharacters = 64 * 2 ** 20
const mostRows = 100_000
const longestLine = 64 * 2 ** 10

/** The parser counts the characters in the cells, but not the cells: millions may be empty. */
const mostOfALine = 4 * longestLine

/** Refuses a line that doesn't end. The parser has read all but the last few pieces. */
async function* boundedLines(
  pieces: AsyncIterable<string>,
  { info }: Parser
): AsyncGenerator<string> {
  let lines = info.lines
  let length = 0
  for await (const piece of pieces) {
    if (info.lines !== lines) length = 0
    lines = info.lines
    length += piece.length
    if (length > mostOfALine) throw new CsvRefused({ issues: [issueAt(lines, null, tooLong)] })
    yield piece
  }
}

const tooLong = `is longer than ${longestLine} characters, or a quote is never closed`

/** After so many rows, or so long, other code runs. */
const rowsAtOnce = 50
const millisAtOnce = 4

class Turn {
  #rows = 0
  #since = performance.now()

  isOver(): boolean {
    this.#rows += 1
    const now = performance.now()
    if (this.#rows < rowsAtOnce && now - this.#since < millisAtOnce) return false
    this.#rows = 0
    this.#since = now
    return true
  }
}

const parsing = ({ delimiter = "," }: SettlementMapping): Options => ({
  delimiter,
  info: true,
  max_record_size: longestLine,
  // A file may have lines of several programs.
  record_delimiter: ["\r\n", "\n", "\r"],
  relax_column_count: true,
  skip_empty_lines: true,
  trim: true
})

/**
 * Returns a parser's error as a message of our own, because the parser's message repeats the line.
 */
const refusedBy = ({ code, ...error }: CsvError, reader: ReportReader): CsvRefused => {
  const { lines } = error as { readonly lines?: unknown }
  const row = typeof lines === "number" ? lines : reader.lastRow + 1
  const complaint = complaints[code] ?? "can't be read as CSV: quotes may be missing or not doubled"
  return new CsvRefused({ issues: [...reader.issues, issueAt(row, null, complaint)] })
}

const complaints: Readonly<Partial<Record<CsvError["code"], string>>> = {
  CSV_MAX_RECORD_SIZE: tooLong,
  CSV_QUOTE_NOT_CLOSED: "begins a quote that is never closed"
}
