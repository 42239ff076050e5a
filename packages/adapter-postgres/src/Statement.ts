import { indexedText } from "./indexedText.ts"

/** A value that is bound to a parameter of a statement. */
export type Value = string | number | null | ReadonlyArray<string | null>

/**
 * SQL with its values. Each text is prepared once per connection, if the connection keeps names.
 */
export interface Statement {
  readonly text: string
  readonly values: ReadonlyArray<Value>
  /** A name for one use: it is closed after the statement. If empty, the statement has no name. */
  readonly ownName?: string
  /** The rows that it may see if row-level security is on. Without it, none. */
  readonly sees?: Sight
}

/** The rows of one tenant, by the tenant column's value, or all rows. */
export type Sight = { readonly tenant: string } | "all"

/** A row of an answer. Each column is PostgreSQL's text of the value, whatever its type. */
export type Line = ReadonlyArray<string | null>

/** Returns a statement. */
export const sql = (text: string, values: ReadonlyArray<Value> = []): Statement => ({
  text,
  values
})

/** Returns the same statement, which may see only the rows of one tenant. */
export const within = (tenant: string, statement: Statement): Statement => ({
  ...statement,
  sees: { tenant: indexedText(tenant) }
})

/**
 * Returns the same statement, which may see all rows, because it concerns no tenant or all of them.
 */
export const ofAll = (statement: Statement): Statement => ({ ...statement, sees: "all" })

/** Returns a column that is never null. */
export const text = (line: Line | undefined, column: number): string => line?.[column] ?? ""

/** Returns a column that is a number. */
export const number = (line: Line | undefined, column: number): number => Number(line?.[column])
