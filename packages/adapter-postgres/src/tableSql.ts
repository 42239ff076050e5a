import type { Collection, Row } from "@payloom/core"
import type { TableLayout } from "./tableLayout.ts"

/** What a table is asked and told, as text: made once, so that each is known to be the same. */
export interface TableTexts {
  /** With tenant, mode and id. */
  readonly get: string
  /** With tenant, mode and ids. */
  readonly getMany: string
  /** With tenant, mode, id, version, the columns and the document. */
  readonly insert: string
  /** With the columns and the document; then tenant, mode, id and the version that it has. */
  readonly update: string
  /** With tenant, mode, id and the version that it has. */
  readonly remove: string
  /** The same. */
  readonly check: string
}

/** The texts of a collection's table, where so many columns are read of a row. */
export const tableSql = (
  { table, columns }: TableLayout,
  read: string,
  { appendOnly }: Pick<Collection<Row>, "appendOnly">
): TableTexts => {
  const own = [...columns.map(({ name }) => name), "doc"]
  const inserted = ["tenant", "mode", "id", "version", ...own]
  const places = inserted.map((_, at) => `$${at + 1}`).join(", ")
  // All columns are set: PostgreSQL itself sees which of them an index would have to hear of.
  const assignments = own.map((column, at) => `${column} = $${at + 1}`).join(", ")
  // Keeps others from changing a row until the commit is over; some rows nobody ever changes.
  const lock = appendOnly ? "" : "FOR SHARE"
  const found = (id: string) =>
    `SELECT ${read} FROM ${table} WHERE tenant = $1 AND mode = $2 AND id = ${id}`
  return {
    get: found("$3"),
    // One by one: for all of them at once PostgreSQL may go through all rows of the scope. And it
    // is not told how many they are, or it would make a plan for each number of them.
    getMany: `SELECT row.* FROM unnest((SELECT $3::text[])) AS wanted (id)
      CROSS JOIN LATERAL (${found("wanted.id")} LIMIT 1) AS row`,
    insert: `INSERT INTO ${table} (${inserted.join(", ")}) VALUES (${places})`,
    update: orNothing(
      `UPDATE ${table} SET version = version + 1, ${assignments}
       ${atVersion(own.length + 1)} RETURNING 1`
    ),
    remove: orNothing(`DELETE FROM ${table} ${atVersion(1)} RETURNING 1`),
    check: orNothing(`SELECT 1 FROM ${table} ${atVersion(1)} ${lock}`)
  }
}

const atVersion = (first: number): string =>
  `WHERE tenant = $${first} AND mode = $${first + 1} AND id = $${first + 2}
   AND version = $${first + 3}`

/** Is refused where it finds nothing: it divides by the rows that it finds. */
const orNothing = (statement: string): string =>
  `WITH found AS (${statement}) SELECT 1 / count(*) FROM found`
