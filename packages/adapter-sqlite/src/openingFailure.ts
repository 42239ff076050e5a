import { StorageUnavailable } from "@payloom/core"
import Database from "better-sqlite3"
import { obstacleAt } from "./obstacleAt.ts"
import { SqliteRefused } from "./SqliteRefused.ts"

/**
 * Why a database was not opened: `SqliteRefused` with what a person can see to, or
 * `StorageUnavailable` where it may work the next time.
 */
export const openingFailure = (
  path: string,
  cause: unknown
): SqliteRefused | StorageUnavailable => {
  if (cause instanceof SqliteRefused) return cause
  const refused = (reason: SqliteRefused["reason"], detail: string) =>
    new SqliteRefused({ reason, path, detail })
  const code = cause instanceof Database.SqliteError ? cause.code : null
  if (code === "SQLITE_NOTADB") return refused("not_a_database", "the file is no SQLite database")
  if (code?.startsWith("SQLITE_CORRUPT")) {
    return refused("not_a_database", "the file is damaged; restore it from a backup")
  }
  const obstacle = obstacleAt(path)
  if (obstacle !== null) return refused("not_accessible", obstacle)
  const isRefusedBySystem = /^SQLITE_(CANTOPEN|READONLY|PERM|AUTH)/.test(code ?? "")
  const reason = cause instanceof Error ? cause.message : String(cause)
  if (isRefusedBySystem) {
    return refused("not_accessible", `no file can be opened or made there (${reason})`)
  }
  // What SQLite answers to a statement that doesn't fit the tables, and so each time.
  const isMisfit = code === "SQLITE_ERROR" || code?.startsWith("SQLITE_CONSTRAINT")
  return isMisfit
    ? refused("not_upgradable", `its tables are not as this adapter made them: ${reason}`)
    : new StorageUnavailable({ cause: new Error(`${path}: ${reason}`, { cause }) })
}
