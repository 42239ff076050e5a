import { Client } from "pg"
import { postgresTotals } from "./postgresTotals.ts"
import { type RawRow, type RawRows, rawRow } from "./RawRows.ts"
import { type RowPage, type RowSource, rowsPerPage, type TextRow } from "./RowSource.ts"

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
 * Reads all rows of a schema in PostgreSQL, in one snapshot. Rejects with the error of pg if the
 * database can't be read.
 *
 * @example
 * ```ts
 * const rows = await postgresRows("postgres://localhost/payments")
 * const findings = audit({ rows, now: Date.now() })
 * ```
 */
export const postgresRows = async (url: string, schema = "payloom"): Promise<RawRows> => {
  const client = await connect(url)
  try {
    const collections: Record<string, Array<RawRow>> = {}
    const tables = await tablesOf(client, schema)
    for (const name of tables) collections[name] = []
    for await (const { collection, rows } of pagesOf(client, schema, tables)) {
      for (const { tenant, mode, version, text } of rows) {
        collections[collection]?.push(rawRow(tenant, mode, version, text))
      }
    }
    return { collections, totals: await totalsIn(client, schema, tables) }
  } finally {
    await client.end()
  }
}

/**
 * Opens a schema in PostgreSQL for `auditStore`, which reads it in pages, in one snapshot. Rejects
 * with the error of pg if the database can't be read.
 *
 * @example
 * ```ts
 * const source = await postgresSource("postgres://localhost/payments")
 * const { findings } = await auditStore(source, { now: Date.now() })
 * ```
 */
export const postgresSource = async (url: string, schema = "payloom"): Promise<RowSource> => {
  const client = await connect(url)
  try {
    const tables = await tablesOf(client, schema)
    return {
      pages: (collections) =>
        pagesOf(
          client,
          schema,
          collections.filter((name) => tables.includes(name))
        ),
      totals: () => totalsIn(client, schema, tables),
      close: () => client.end()
    }
  } catch (error) {
    await client.end()
    throw error
  }
}

/** Connects, and begins a snapshot that sees the rows of all tenants. */
const connect = async (url: string): Promise<Client> => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // A connection that breaks makes the present query fail too, so this error is not needed.
  client.on("error", () => undefined)
  try {
    await client.connect()
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    await client.query("SELECT set_config('payloom.all', 'on', true)")
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

const tablesOf = async (client: Client, schema: string): Promise<ReadonlyArray<string>> => {
  const { rows } = await client.query<{ readonly name: string }>(
    `SELECT c.relname AS name FROM pg_class c
     JOIN pg_namespace n ON n.oid = c.relnamespace
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'doc'
     WHERE n.nspname = $1 AND c.relkind IN ('r', 'p') AND NOT c.relispartition`,
    [schema]
  )
  return rows.map(({ name }) => name).filter((name) => !ownTables.has(name))
}

/** A database of a directory has no ledger. */
const totalsIn = async (client: Client, schema: string, tables: ReadonlyArray<string>) =>
  tables.includes("ledger_groups") ? postgresTotals(client, quoted(schema)) : []

async function* pagesOf(
  client: Client,
  schema: string,
  collections: ReadonlyArray<string>
): AsyncGenerator<RowPage> {
  for (const collection of collections) {
    await client.query(
      `DECLARE page NO SCROLL CURSOR FOR
       SELECT tenant, mode, version::text AS version, doc::text AS doc
       FROM ${quoted(schema)}.${quoted(collection)}`
    )
    for (;;) {
      const { rows } = await client.query<Stored>(`FETCH ${rowsPerPage} FROM page`)
      if (rows.length > 0) yield { collection, rows: rows.map(textRow) }
      if (rows.length < rowsPerPage) break
    }
    await client.query("CLOSE page")
  }
}

const textRow = ({ tenant, mode, version, doc }: Stored): TextRow => ({
  tenant,
  mode,
  version: Number(version),
  text: doc
})
