import type { Collection, Row } from "@payloom/core"
import type { TableLayout } from "./tableLayout.ts"

/** The statements of a table as text. They are built once, so equal statements have equal texts. */
export interface TableSql {
  /** Parameters: tenant, mode and id. */
  readonly get: string
  /** Parameters: tenant, mode and ids. */
  readonly getMany: string
  /** Parameters: tenant, mode and id. */
  readonly has: string
  /** Parameters: tenant, mode, id, version, the columns and the document. */
  readonly insert: string
  /** Parameters: the columns and the document, then tenant, mode, id and the current version. */
  readonly update: string
  /** Parameters: tenant, mode, id and the current version. */
  readonly remove: string
  /** Parameters: tenant, mode, id and the current version. */
  readonly check: string
  /** Parameters: document, tenant, mode, id and the current version. */
  readonly erase: string
}

/** Returns the statements of a collection's table. `read` are the columns of a row. */
export const tableSql = (
  { table, columns }: TableLayout,
  read: string,
  { appendOnly }: Pick<Collection<Row>, "appendOnly">
): TableSql => {
  const own = [...columns.map(({ name }) => name), "doc"]
  const inserted = ["tenant", "mode", "id", "version", ...own]
  const places = inserted.map((_, at) => `$${at + 1}`).join(", ")
  // All columns are set. PostgreSQL detects which indexes have to change.
  const assignments = own.map((column, at) => `${column} = $${at + 1}`).join(", ")
  // Locks the row against changes until the commit. Append-only rows never change.
  const lock = appendOnly ? "" : "FOR SHARE"
  const found = (id: string) =>
    `SELECT ${read} FROM ${table} WHERE tenant = $1 AND mode = $2 AND id = ${id}`
  return {
    get: found("$3"),
    // Each id is looked up by itself, because for all at once PostgreSQL may read all rows of the
    // scope. The subquery hides the number of ids, because PostgreSQL would make a plan for each
    // number.
    getMany: `SELECT row.* FROM unnest((SELECT $3::text[])) AS wanted (id)
      CROSS JOIN LATERAL (${found("wanted.id")} LIMIT 1) AS row`,
    has: `SELECT 1 FROM ${table} WHERE tenant = $1 AND mode = $2 AND id = $3`,
    insert: `INSERT INTO ${table} (${inserted.join(", ")}) VALUES (${places})`,
    update: orNothing(
      `UPDATE ${table} SET version = version + 1, ${assignments}
       ${atVersion(own.length + 1)} RETURNING 1`
    ),
    erase: orNothing(
      `UPDATE ${table} SET version = version + 1, doc = $1 ${atVersion(2)} RETURNING 1`
    ),
    remove: orNothing(`DELETE FROM ${table} ${atVersion(1)} RETURNING 1`),
    check: orNothing(`SELECT 1 FROM ${table} ${atVersion(1)} ${lock}`)
  }
}

const atVersion = (first: number): string =>
  `WHERE tenant = $${first} AND mode = $${first + 1} AND id = $${first + 2}
   AND version = $${first + 3}`

/** Makes a statement fail if it finds no row, by dividing by the number of rows. */
const orNothing = (statement: string): string =>
  `WITH found AS (${statement}) SELECT 1 / count(*) FROM found`
