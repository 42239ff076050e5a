/** The fields of a stored row, as its JSON text has them. Amounts are strings of digits. */
export type Document = Readonly<Record<string, unknown>> & { readonly id: string }

/** A row as the database has it. */
export interface RawRow {
  /** The tenant's id. */
  readonly tenant: string
  /** `test` or `live`. */
  readonly mode: string
  /** Grows by 1 with each change of the row. */
  readonly version: number
  readonly doc: Document
}

/** A total that the store keeps of the ledger. */
export interface KeptTotal {
  readonly tenant: string
  readonly mode: string
  /** The account and the currency, with a space between them. */
  readonly key: string
  /** In minor units, signed. */
  readonly amount: bigint
}

/** All rows of a database, by the names of its collections. */
export interface RawRows {
  /** The rows by collection, such as `payments`. A collection without rows may be absent. */
  readonly collections: Readonly<Record<string, ReadonlyArray<RawRow>>>
  /** The balances that the store keeps. Absent if they were not read. */
  readonly totals?: ReadonlyArray<KeptTotal>
}

/** Reads a row from its columns. Throws a `SyntaxError` if the text is not JSON. */
export const rawRow = (tenant: string, mode: string, version: number, text: string): RawRow => {
  const parsed = JSON.parse(text) as Document | readonly [number, Document]
  // A collection whose form has changed writes the number of its form before the row.
  return { tenant, mode, version, doc: Array.isArray(parsed) ? parsed[1] : parsed } as RawRow
}
