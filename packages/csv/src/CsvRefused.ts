import { TaggedError } from "@payloom/core"

/** One thing that is wrong with a CSV, and where. */
export interface CsvIssue {
  /** The line that it is in, counted from 1 with the header; null where it is the whole text. */
  readonly row: number | null
  /** The column's name in the header; null where it is no single column. */
  readonly column: string | null
  /** A sentence for people, which repeats nothing of what the file says there. */
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

/** Where an issue is, and what it is. */
export const issueAt = (row: number, column: string | null, complaint: string): CsvIssue => ({
  row,
  column,
  message: `Row ${row}${column === null ? "" : `, column ${JSON.stringify(column)},`} ${complaint}.`
})
