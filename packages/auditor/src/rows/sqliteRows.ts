import { setImmediate } from "node:timers/promises"
import Database from "better-sqlite3"
import { allTime, LedgerTotals } from "./LedgerTotals.ts"
import { type KeptTotal, type RawRow, type RawRows, rawRow } from "./RawRows.ts"
import { type RowPage, type RowSource, rowsPerPage } from "./RowSource.ts"

interface Scope {
  readonly tenant: string
  readonly mode: string
}

/** The tables that have no rows of collections. */
const ownTables: ReadonlySet<string> = new Set(["scopes", "collections", "sums", "sum_totals"])

/**
 * Reads all rows of a SQLite database, in one snapshot. An engine may have the file open. Throws
 * an `Error` if the file does not exist or is no database of an engine.
 *
 * @example
 * ```ts
 * const findings = audit({ rows: sqliteRows("payloom.db"), now: Date.now() })
 * ```
 */
export const sqliteRows = (file: string): RawRows => {
  const database = openFile(file)
  try {
    return database.transaction(() => read(database))()
  } finally {
    database.close()
  }
}

/**
 * Opens a SQLite database for `auditStore`, which reads it in pages, in one snapshot. An engine may
 * have the file open. Its write-ahead log grows until the source is closed. Throws an `Error` if
 * the file does not exist or is no database of an engine.
 *
 * @example
 * ```ts
 * const { findings } = await auditStore(sqliteSource("payloom.db"), { now: Date.now() })
 * ```
 */
export const sqliteSource = (file: string): RowSource => {
  const database = openFile(file)
  database.exec("BEGIN")
  const scopes = scopesOf(database)
  const tables = new Set(tablesOf(database))
  return {
    pages: (collections) =>
      pagesOf(
        database,
        scopes,
        collections.filter((name) => tables.has(name))
      ),
    totals: async () => totalsOf(database, scopes),
    close: async () => void database.close()
  }
}

const openFile = (file: string): Database.Database =>
  new Database(file, { readonly: true, fileMustExist: true })

const read = (database: Database.Database): RawRows => {
  const scopes = scopesOf(database)
  const collections: Record<string, ReadonlyArray<RawRow>> = {}
  for (const name of tablesOf(database)) collections[name] = rowsOf(database, name, scopes)
  return { collections, totals: totalsOf(database, scopes) }
}

const scopesOf = (database: Database.Database): ReadonlyMap<number, Scope> =>
  new Map(
    database
      .prepare<[], Scope & { readonly id: number }>("SELECT id, tenant, mode FROM scopes")
      .all()
      .map(({ id, tenant, mode }) => [id, { tenant, mode }] as const)
  )

const tablesOf = (database: Database.Database): ReadonlyArray<string> =>
  database
    .prepare<[], { readonly name: string }>(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND EXISTS
         (SELECT 1 FROM pragma_table_info(sqlite_master.name) WHERE name = 'doc')`
    )
    .all()
    .map(({ name }) => name)
    .filter((name) => !ownTables.has(name))

interface Stored {
  readonly scope: number
  readonly version: number
  readonly doc: string
}

const scopeOf = (scopes: ReadonlyMap<number, Scope>, id: number): Scope =>
  scopes.get(id) ?? { tenant: `${id}`, mode: "" }

const rowsOf = (
  database: Database.Database,
  table: string,
  scopes: ReadonlyMap<number, Scope>
): ReadonlyArray<RawRow> => {
  const rows: Array<RawRow> = []
  const found = database.prepare<[], Stored>(`SELECT scope, version, doc FROM "${table}"`)
  for (const { scope, version, doc } of found.iterate()) {
    const { tenant, mode } = scopeOf(scopes, scope)
    rows.push(rawRow(tenant, mode, version, doc))
  }
  return rows
}

async function* pagesOf(
  database: Database.Database,
  scopes: ReadonlyMap<number, Scope>,
  collections: ReadonlyArray<string>
): AsyncGenerator<RowPage> {
  for (const collection of collections) {
    const page = database.prepare<[number], Stored & { readonly rowid: number }>(
      `SELECT rowid, scope, version, doc FROM "${collection}"
       WHERE rowid > ? ORDER BY rowid LIMIT ${rowsPerPage}`
    )
    for (let after = 0; ; ) {
      const found = page.all(after)
      const last = found.at(-1)
      if (last === undefined) break
      yield {
        collection,
        rows: found.map(({ scope, version, doc }) => ({
          ...scopeOf(scopes, scope),
          version,
          text: doc
        }))
      }
      after = last.rowid
      await setImmediate()
    }
  }
}

interface Total {
  readonly scope: bigint
  readonly key: string
  readonly upper: bigint
  readonly lower: bigint
}

/** Returns the balances that the store keeps. */
const totalsOf = (
  database: Database.Database,
  scopes: ReadonlyMap<number, Scope>
): ReadonlyArray<KeptTotal> => {
  const mark = database
    .prepare<[], { readonly id: number; readonly summed: number }>(
      "SELECT id, summed FROM sums WHERE collection = 'ledger_groups' AND name = 'balance'"
    )
    .get()
  const totals = new LedgerTotals()
  const kept = database
    .prepare<[number], Total>(
      "SELECT scope, key, upper, lower FROM sum_totals WHERE sum = ? AND key LIKE 'all %'"
    )
    .safeIntegers()
  for (const { scope, key, upper, lower } of mark === undefined ? [] : kept.iterate(mark.id)) {
    totals.add(scopeOf(scopes, Number(scope)), key.slice(allTime.length), (upper << 32n) + lower)
  }
  const later = database
    .prepare<[number], Stored>("SELECT scope, version, doc FROM ledger_groups WHERE rowid > ?")
    .iterate(mark?.summed ?? 0)
  for (const { scope, doc } of later) totals.addGroup(scopeOf(scopes, scope), doc)
  return totals.list()
}
