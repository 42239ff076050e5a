import type { SettlementRow } from "@payloom/core"
import { type CsvIssue, CsvRefused, issueAt, mostIssues, refusedAsWhole } from "./CsvRefused.ts"
import { type Header, headerIn } from "./header.ts"
import { JoinedRows } from "./JoinedRows.ts"
import { RowReader } from "./RowReader.ts"
import type { SettlementMapping } from "./SettlementMapping.ts"

/** Rows of a report that are left out for one reason. */
export interface LeftOutRows {
  /**
   * The reason: a key of `kinds` whose value is null, or the `skip`, `only` or `converted` of the
   * mapping.
   */
  readonly because: string
  /** The number of rows. */
  readonly rows: number
  /** The line of the first of these rows. */
  readonly firstRow: number
}

/** The content of a settlement report. */
export interface SettlementReport {
  /** Rows for `ledger.reconcile`. */
  readonly rows: ReadonlyArray<SettlementRow>
  /** Counts of rows that aren't in `rows`, such as payouts and fees that belong to no payment. */
  readonly leftOut: ReadonlyArray<LeftOutRows>
}

/** The number of lines in which a header is searched. */
const mostLinesBefore = 100

/** Reads the lines of a report, one after another. */
export class ReportReader {
  readonly issues: Array<CsvIssue> = []
  lastRow = 0
  readonly #mapping: SettlementMapping
  readonly #mostRows: number
  readonly #reader: RowReader
  readonly #rows: JoinedRows
  readonly #leftOut = new Map<string, LeftOutRows>()
  #header: Header | null = null
  /** While the header is searched: the issues of the line that is most like a header. */
  #nearest: ReadonlyArray<CsvIssue> = []
  /** For files with line types: whether a section has begun, and has rows. */
  #section: "none" | "begun" | "rows" = "none"
  #hasEnded = false
  #count = 0

  constructor(mapping: SettlementMapping, timeZone: string | null, mostRows: number) {
    this.#mapping = mapping
    this.#mostRows = mostRows
    this.#reader = new RowReader(mapping, timeZone)
    this.#rows = new JoinedRows(hasParts(mapping))
  }

  /** Throws `CsvRefused` if there are too many rows or too many issues. */
  read(record: ReadonlyArray<string>, row: number): void {
    this.lastRow = row
    if (this.#hasEnded) return
    const { lineTypes, linesBefore = 0, endsAt } = this.#mapping
    if (lineTypes !== undefined) this.#readTyped(record, row, lineTypes)
    else if (this.#header !== null && endsAt !== undefined && record[0] === endsAt) {
      this.#hasEnded = true
    } else if (this.#header !== null) this.#readRow(record, row, this.#header)
    else if (linesBefore === "any") this.#lookForHeader(record, row)
    else if (row > linesBefore) this.#readHeader(record, row)
  }

  async finish(): Promise<SettlementReport> {
    const { linesBefore = 0, lineTypes, endsAt } = this.#mapping
    if (this.#header === null) {
      if (this.#nearest.length > 0) throw new CsvRefused({ issues: this.#nearest })
      const row = lineTypes === undefined && linesBefore !== "any" ? linesBefore + 1 : 1
      const missing = issueAt(row, null, "is missing: no line names the columns")
      throw new CsvRefused({ issues: [missing] })
    }
    if (this.#section === "rows" && lineTypes?.end !== undefined) {
      throw refusedAsWhole(brokenOff(lineTypes.end))
    }
    if (endsAt !== undefined && !this.#hasEnded) throw refusedAsWhole(brokenOff(endsAt))
    const rows = await this.#rows.join({
      refuse: (issue) => this.#refuse([issue]),
      leaveOut: (because, row) => this.#leaveOut(because, row)
    })
    if (this.issues.length > 0) throw new CsvRefused({ issues: this.issues })
    return { rows, leftOut: [...this.#leftOut.values()] }
  }

  #readTyped(
    record: ReadonlyArray<string>,
    row: number,
    { header, row: ofRow, end, others }: NonNullable<SettlementMapping["lineTypes"]>
  ): void {
    const type = record[0] ?? ""
    if (type === header) {
      this.#readHeader(record, row)
      this.#section = "begun"
    } else if (type === ofRow && this.#header !== null && this.#section !== "none") {
      this.#section = "rows"
      this.#readRow(record, row, this.#header)
    } else if (type === ofRow) {
      this.#refuse([issueAt(row, null, `must come below a line ${header} that names its columns`)])
    } else if (type === end) this.#section = "none"
    else if (!others.includes(type)) {
      const known = [header, ofRow, ...(end === undefined ? [] : [end]), ...others]
      this.#refuse([issueAt(row, null, `must begin with one of ${known.join(", ")}`)])
    }
  }

  #readHeader(record: ReadonlyArray<string>, row: number): void {
    const header = headerIn(record, row, this.#mapping)
    if (!("places" in header)) throw new CsvRefused({ issues: header.slice(0, mostIssues) })
    this.#header = header
  }

  #lookForHeader(record: ReadonlyArray<string>, row: number): void {
    const header = headerIn(record, row, this.#mapping)
    if ("places" in header) {
      this.#header = header
      return
    }
    if (this.#nearest.length === 0 || header.length < this.#nearest.length) {
      this.#nearest = header.slice(0, mostIssues)
    }
    if (row >= mostLinesBefore) throw new CsvRefused({ issues: this.#nearest })
  }

  #readRow(record: ReadonlyArray<string>, row: number, header: Header): void {
    this.#count += 1
    if (this.#count > this.#mostRows) {
      throw refusedAsWhole(`The CSV has more rows than ${this.#mostRows}. Raise \`maxRows\`.`)
    }
    if (record.length !== header.cells) {
      const complaint =
        `has ${record.length} cells, but the header has ${header.cells}. If it is not a row, set ` +
        "`endsAt` or `skip` in the mapping, or check `delimiter`"
      this.#refuse([issueAt(row, null, complaint)])
      return
    }
    const line = this.#reader.read(record, header)
    if (line._tag === "Row") this.#rows.add(line.row, row, line.part)
    else if (line._tag === "LeftOut") this.#leaveOut(line.because, row)
    else this.#refuse(line.complaints.map((one) => issueAt(row, one.column, one.complaint)))
  }

  #leaveOut(because: string, row: number): void {
    const { rows = 0, firstRow = row } = this.#leftOut.get(because) ?? {}
    this.#leftOut.set(because, { because, rows: rows + 1, firstRow })
  }

  #refuse(found: ReadonlyArray<CsvIssue>): void {
    this.issues.push(...found.slice(0, mostIssues - this.issues.length))
    if (this.issues.length >= mostIssues) throw new CsvRefused({ issues: this.issues })
  }
}

const hasParts = ({ kind }: SettlementMapping): boolean =>
  !("always" in kind) &&
  Object.values(kind.kinds).some((each) => each !== null && typeof each === "object")

const brokenOff = (end: string): string =>
  `The CSV ends before a line that begins with ${JSON.stringify(end)}. Download it again.`
