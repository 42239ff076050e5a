import type { Collection, Row } from "@payloom/core"
import Database from "better-sqlite3"
import type { Connection } from "./Connection.ts"
import { SqliteRefused } from "./SqliteRefused.ts"
import { keyColumn, quoted } from "./tableLayout.ts"

/**
 * Returns why a unique index couldn't be created: two rows have the same value. Null if none do.
 */
export const uniqueClash = (
  connection: Connection,
  of: Collection<Row>,
  cause: unknown
): SqliteRefused | null => {
  const { code } = cause instanceof Database.SqliteError ? cause : { code: null }
  if (code !== "SQLITE_CONSTRAINT_UNIQUE") return null
  for (const [key, { global }] of Object.entries(of.unique)) {
    const pair = sharing(connection, of, keyColumn(key), global === true)
    if (pair === undefined) continue
    const rows = `the rows ${pair.join(" and ")} of ${of.name}`
    const detail = `${rows} share their ${key}, which has to be unique now`
    return new SqliteRefused({ reason: "not_upgradable", path: connection.db.name, detail })
  }
  return null
}

/** Returns the ids of two rows that have the same value. */
const sharing = (
  connection: Connection,
  of: Collection<Row>,
  column: string,
  isGlobal: boolean
): readonly [string, string] | undefined => {
  const value = quoted(column)
  return connection
    .read<[string, string]>(
      `SELECT min(id), max(id) FROM ${quoted(of.name)} WHERE ${value} IS NOT NULL
       GROUP BY ${isGlobal ? "" : "scope, "}${value} HAVING count(*) > 1 LIMIT 1`
    )
    .get([])
}
