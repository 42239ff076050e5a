import type { KeptTotal } from "./RawRows.ts"

/** A row of a database, with its document as the database has it. */
export interface TextRow {
  /** The tenant's id. */
  readonly tenant: string
  /** `test` or `live`. */
  readonly mode: string
  readonly version: number
  /** The document as JSON. */
  readonly text: string
}

/** Some rows of one collection. */
export interface RowPage {
  readonly collection: string
  readonly rows: ReadonlyArray<TextRow>
}

/** Reads a database in pages, so that its rows are never in memory at once. */
export interface RowSource {
  /**
   * Returns the rows of the named collections, collection by collection in this order. A collection
   * that the database lacks has no rows.
   */
  readonly pages: (collections: ReadonlyArray<string>) => AsyncIterable<RowPage>
  /** Returns the balances that the store keeps. Absent if they can't be read. */
  readonly totals?: () => Promise<ReadonlyArray<KeptTotal>>
  /** Ends the reading. */
  readonly close: () => Promise<void>
}

/** The number of rows of a page. */
export const rowsPerPage = 500
