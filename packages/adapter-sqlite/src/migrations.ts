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
  "CREATE TABLE collections (name TEXT PRIMARY KEY, version INTEGER NOT NULL)"
]

/** The schema version that this release writes. */
export const schemaVersion = migrations.length

/**
 * Refuses a file in which there are tables, but none of the adapter's: another program's, which
 * goes by pragmas and a schema version of its own.
 */
export const assertOwn = (connection: Connection, path: string): void => {
  const tables = connection
    .read<[string]>("SELECT name FROM sqlite_master WHERE type = 'table'")
    .all([])
    .map(([name]) => name)
  if (tables.length === 0 || tables.includes("scopes")) return
  const detail = `it has tables of another program (${tables.slice(0, 3).join(", ")})`
  throw new SqliteRefused({ reason: "foreign", path, detail })
}

/** Brings the adapter's own tables up to date; refuses a file of a newer release. */
export const migrate = (connection: Connection, path: string): void => {
  if (versionOf(connection) === schemaVersion) return
  connection.transaction(() => {
    // Read again under the lock: another process may have opened the file at the same time.
    const version = versionOf(connection)
    if (version > schemaVersion) {
      const detail = `its schema is version ${version}, this release knows ${schemaVersion}`
      throw new SqliteRefused({ reason: "newer_schema", path, detail })
    }
    for (const migration of migrations.slice(version)) connection.db.exec(migration)
    connection.db.pragma(`user_version = ${schemaVersion}`)
  })
}

const versionOf = (connection: Connection): number =>
  Number(connection.db.pragma("user_version", { simple: true }))
