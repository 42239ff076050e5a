import { uniqueKeys } from "./uniqueKeys.ts"

/** What is bound to a statement. */
export type Value = string | number | null | ReadonlyArray<string | null>

/** SQL with its values. Each text is prepared once per connection, if that keeps names. */
export interface Statement {
  readonly text: string
  readonly values: ReadonlyArray<Value>
  /** A name that it is prepared by, and that is given up behind it. If empty it has none. */
  readonly ownName?: string
  /** Whose rows it may see where tables are secured by tenant; none without it. */
  readonly sees?: Sight
}

/** The rows of one tenant, by its column's value, or those of all. */
export type Sight = { readonly tenant: string } | "all"

/** A row that is answered: its columns as PostgreSQL writes them, whatever their types. */
export type Line = ReadonlyArray<string | null>

/** A statement. */
export const sql = (text: string, values: ReadonlyArray<Value> = []): Statement => ({
  text,
  values
})

/** The same statement, which may see the rows of one tenant alone. */
export const within = (tenant: string, statement: Statement): Statement => ({
  ...statement,
  sees: { tenant: uniqueKeys(tenant) }
})

/** The same statement, which may see all rows: it is about no tenant, or about all of them. */
export const ofAll = (statement: Statement): Statement => ({ ...statement, sees: "all" })

/** A column that is never null. */
export const text = (line: Line | undefined, column: number): string => line?.[column] ?? ""

/** A column that is a number. */
export const number = (line: Line | undefined, column: number): number => Number(line?.[column])
