import { TaggedError } from "@payloom/core"

/** One mistake in a CSV, and its position. */
export interface CsvIssue {
  /**
   * The line of the file, counted from 1. For a row with line breaks in quotes it is its last line.
   * Null if the whole file is meant.
   */
  readonly row: number | null
  /** The column's name in the mapping. Null if no single column is meant. */
  readonly column: string | null
  /** A sentence for people. It repeats no cell of the file. */
  readonly message: string
}

/** A CSV can't be read, and nothing of it was used. It has at most ten issues. */
export class CsvRefused extends TaggedError("CsvRefused")<{
  /** The mistakes, in the order of the rows. */
  readonly issues: ReadonlyArray<CsvIssue>
}> {
  override get message(): string {
    return this.issues.map(({ message }) => message).join(" ")
  }
}

/** The largest number of issues that are reported. */
export const mostIssues = 10

/** Returns an issue of a row. */
export const issueAt = (row: number, column: string | null, complaint: string): CsvIssue => ({
  row,
  column,
  message: `Row ${row}${column === null ? "" : `, column ${JSON.stringify(column)},`} ${complaint}.`
})

/** Returns the error for a CSV that is refused as a whole. */
export const refusedAsWhole = (message: string): CsvRefused =>
  new CsvRefused({ issues: [{ row: null, column: null, message }] })
