/** What is bound to a statement. */
export type Value = string | number | null | ReadonlyArray<string | null>

/** SQL with its values; each text is prepared once per connection. */
export interface Statement {
  readonly text: string
  readonly values: ReadonlyArray<Value>
}

/** A row that is answered: its columns as PostgreSQL writes them, whatever their types. */
export type Line = ReadonlyArray<string | null>

/** A statement. */
export const sql = (text: string, values: ReadonlyArray<Value> = []): Statement => ({
  text,
  values
})

/** A column that is never null. */
export const text = (line: Line | undefined, column: number): string => line?.[column] ?? ""

/** A column that is a number. */
export const number = (line: Line | undefined, column: number): number => Number(line?.[column])
