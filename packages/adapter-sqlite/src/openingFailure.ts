import { reasonOf, StorageUnavailable } from "@payloom/core"
import Database from "better-sqlite3"
import { obstacleAt } from "./obstacleAt.ts"
import { SqliteRefused } from "./SqliteRefused.ts"

/**
 * Returns why a database was not opened: `SqliteRefused` if a person has to help, or
 * `StorageUnavailable` if a retry may succeed.
 */
export const openingFailure = (
  path: string,
  cause: unknown
): SqliteRefused | StorageUnavailable => {
  if (cause instanceof SqliteRefused) return cause
  const refused = (reason: SqliteRefused["reason"], detail: string) =>
    new SqliteRefused({ reason, path, detail })
  const code = cause instanceof Database.SqliteError ? cause.code : null
  if (code === "SQLITE_NOTADB")
    return refused("not_a_database", "the file is not a SQLite database")
  if (code?.startsWith("SQLITE_CORRUPT")) {
    return refused("not_a_database", "the file is damaged: restore it from a backup")
  }
  const obstacle = obstacleAt(path)
  if (obstacle !== null) return refused("not_accessible", obstacle)
  const isRefusedBySystem = /^SQLITE_(CANTOPEN|READONLY|PERM|AUTH)/.test(code ?? "")
  const reason = reasonOf(cause)
  if (isRefusedBySystem) {
    return refused("not_accessible", `no file can be opened or created there (${reason})`)
  }
  // SQLite's errors for statements that don't match the tables. They don't pass.
  const isMisfit = code === "SQLITE_ERROR" || code?.startsWith("SQLITE_CONSTRAINT")
  return isMisfit
    ? refused("not_upgradable", `its tables differ from those that this adapter made: ${reason}`)
    : new StorageUnavailable({ cause: new Error(`${path}: ${reason}`, { cause }) })
}
