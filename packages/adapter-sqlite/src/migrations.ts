import type { Connection } from "./Connection.ts"
import { SqliteRefused } from "./SqliteRefused.ts"

/**
 * The adapter's own tables, as a list of migrations. Only append to it: a file's `user_version` is
 * the number of migrations that it has. Tables of collections are not created here but from their
 * declarations.
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
 * Refuses a file of another program: one with tables or a schema version, but without the adapter's
 * own tables. A table named `scopes` is not enough, because other programs have one.
 */
export const assertOwn = (connection: Connection, path: string): void => {
  // In one snapshot, because another process may be creating the adapter's tables.
  const detail = connection.db.transaction(() => foreignSign(connection))()
  if (detail !== null) throw new SqliteRefused({ reason: "foreign", path, detail })
}

/** Returns why a file belongs to another program. Null if it doesn't. */
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
  return version === 0 ? null : `it has no tables, but another program's schema version, ${version}`
}

/** Returns true if the adapter's own tables have the version of this release. */
export const isMigrated = (connection: Connection): boolean =>
  versionOf(connection) === schemaVersion

/** Returns the refusal of a file that would have to be upgraded. */
export const otherRelease = (connection: Connection): SqliteRefused => {
  const refused = (reason: SqliteRefused["reason"], detail: string) =>
    new SqliteRefused({ reason, path: connection.db.name, detail })
  const version = versionOf(connection)
  if (version === 0) return refused("no_store", "no engine has used the file yet")
  return version > schemaVersion
    ? newerSchema(connection, version)
    : refused("other_release", "another release has written it: use the tools of that release")
}

const newerSchema = (connection: Connection, version: number): SqliteRefused => {
  const detail = `its schema is version ${version}, but this release knows ${schemaVersion}`
  return new SqliteRefused({ reason: "newer_schema", path: connection.db.name, detail })
}

/**
 * Updates the adapter's own tables. Refuses a file of a newer release. Call it in the transaction
 * of the whole upgrade, so that a later failure rolls it back.
 */
export const migrate = (connection: Connection): void => {
  if (isMigrated(connection)) return
  const version = versionOf(connection)
  if (version > schemaVersion) throw newerSchema(connection, version)
  for (const migration of migrations.slice(version)) connection.db.exec(migration)
  connection.db.pragma(`user_version = ${schemaVersion}`)
}

const versionOf = (connection: Connection): number =>
  Number(connection.db.pragma("user_version", { simple: true }))
