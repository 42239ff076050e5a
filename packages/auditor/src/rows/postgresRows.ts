import { Client } from "pg"
import { type RawRow, type RawRows, rawRow } from "./RawRows.ts"

/** The tables that have no rows of collections. */
const ownTables: ReadonlySet<string> = new Set([
  "migrations",
  "scopes",
  "collections",
  "feeds",
  "sums",
  "sum_totals"
])

interface Stored {
  readonly tenant: string
  readonly mode: string
  readonly version: string
  readonly doc: string
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/**
 * Reads all rows of a schema in PostgreSQL, in one snapshot. The balances that the store keeps are
 * not read. Rejects with the error of pg if the database can't be read.
 *
 * @example
 * ```ts
 * const rows = await postgresRows("postgres://localhost/payments")
 * const findings = audit({ rows, now: Date.now() })
 * ```
 */
export const postgresRows = async (url: string, schema = "payloom"): Promise<RawRows> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    const tables = await client.query<{ readonly name: string }>(
      `SELECT c.relname AS name FROM pg_class c
       JOIN pg_namespace n ON n.oid = c.relnamespace
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'doc'
       WHERE n.nspname = $1 AND c.relkind IN ('r', 'p') AND NOT c.relispartition`,
      [schema]
    )
    const collections: Record<string, ReadonlyArray<RawRow>> = {}
    for (const { name } of tables.rows.filter((table) => !ownTables.has(table.name))) {
      const { rows } = await client.query<Stored>(
        `SELECT tenant, mode, version::text AS version, doc::text AS doc
         FROM ${quoted(schema)}.${quoted(name)}`
      )
      collections[name] = rows.map(({ tenant, mode, version, doc }) =>
        rawRow(tenant, mode, Number(version), doc)
      )
    }
    return { collections }
  } finally {
    await client.end()
  }
}
