import { TaggedError } from "@payloom/core"

/** One thing that is wrong with a CSV, and where. */
export interface CsvIssue {
  /**
   * The line of the file, counted from 1. For a row with line breaks in quotes it is its last line.
   * It is null if the whole file is meant.
   */
  readonly row: number | null
  /** The column's name in the mapping; null if it is no single column. */
  readonly column: string | null
  /** A sentence for people. It repeats no cell of the file. */
  readonly message: string
}

/** A CSV can't be read as what it should be: nothing of it was used. At most ten issues. */
export class CsvRefused extends TaggedError("CsvRefused")<{
  /** What is wrong, in the order of the rows. */
  readonly issues: ReadonlyArray<CsvIssue>
}> {
  override get message(): string {
    return this.issues.map(({ message }) => message).join(" ")
  }
}

/** At most so many issues are told. */
export const mostIssues = 10

/** Where an issue is, and what it is. */
export const issueAt = (row: number, column: string | null, complaint: string): CsvIssue => ({
  row,
  column,
  message: `Row ${row}${column === null ? "" : `, column ${JSON.stringify(column)},`} ${complaint}.`
})

/** A CSV that is refused as a whole. */
export const refusedAsWhole = (message: string): CsvRefused =>
  new CsvRefused({ issues: [{ row: null, column: null, message }] })
