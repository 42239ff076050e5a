import type { Connection } from "./Connection.ts"
import { SqliteRefused } from "./SqliteRefused.ts"

/**
 * What the adapter itself keeps, in the order it came to be. Only ever append: a file holds in
 * `user_version` how many of them it has been through. Tables of collections aren't made here,
 * they follow their declarations.
 */
const migrations: ReadonlyArray<string> = [
  `CREATE TABLE scopes (
     id INTEGER PRIMARY KEY,
     tenant TEXT NOT NULL,
     mode TEXT NOT NULL,
     UNIQUE (tenant, mode)
   )`,
  "CREATE TABLE collections (name TEXT PRIMARY KEY, version INTEGER NOT NULL)",
  `CREATE TABLE IF NOT EXISTS sums (
     id INTEGER PRIMARY KEY,
     collection TEXT NOT NULL,
     name TEXT NOT NULL,
     version INTEGER NOT NULL,
     summed INTEGER NOT NULL,
     last TEXT NOT NULL,
     UNIQUE (collection, name)
   );
   CREATE TABLE IF NOT EXISTS sum_totals (
     sum INTEGER NOT NULL,
     scope INTEGER NOT NULL,
     key TEXT NOT NULL,
     place TEXT NOT NULL,
     upper INTEGER NOT NULL,
     lower INTEGER NOT NULL,
     PRIMARY KEY (sum, scope, key, place)
   ) WITHOUT ROWID`
]

/** The schema version that this release writes. */
export const schemaVersion = migrations.length

/**
 * Refuses a file that another program has made: one with tables, or a schema version, and without
 * the adapter's own. A table of the name `scopes` alone says nothing: other programs have one.
 */
export const assertOwn = (connection: Connection, path: string): void => {
  // In one snapshot: another process may be making the adapter's tables just now.
  const detail = connection.db.transaction(() => foreignSign(connection))()
  if (detail !== null) throw new SqliteRefused({ reason: "foreign", path, detail })
}

/** What shows that a file is another program's; null where nothing does. */
const foreignSign = (connection: Connection): string | null => {
  const tables = connection
    .read<[string]>("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")
    .all([])
    .map(([name]) => name)
  const columns = connection
    .read<[string]>("SELECT name FROM pragma_table_info('scopes')")
    .all([])
    .map(([name]) => name)
  if (["id", "tenant", "mode"].every((column) => columns.includes(column))) return null
  if (tables.length > 0) {
    return `it has tables of another program (${tables.slice(0, 3).join(", ")})`
  }
  const version = versionOf(connection)
  return version === 0 ? null : `it has no tables, and another program's schema version, ${version}`
}

/** Whether the adapter's own tables are as this release knows them. */
export const isMigrated = (connection: Connection): boolean =>
  versionOf(connection) === schemaVersion

/**
 * Brings the adapter's own tables up to date; refuses a file of a newer release. To be called in
 * the transaction of all that an upgrade changes: what fails later takes this back as well.
 */
export const migrate = (connection: Connection): void => {
  if (isMigrated(connection)) return
  const version = versionOf(connection)
  if (version > schemaVersion) {
    const detail = `its schema is version ${version}, this release knows ${schemaVersion}`
    throw new SqliteRefused({ reason: "newer_schema", path: connection.db.name, detail })
  }
  for (const migration of migrations.slice(version)) connection.db.exec(migration)
  connection.db.pragma(`user_version = ${schemaVersion}`)
}

const versionOf = (connection: Connection): number =>
  Number(connection.db.pragma("user_version", { simple: true }))
