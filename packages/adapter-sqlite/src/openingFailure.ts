import { accessSync, constants, existsSync, statSync } from "node:fs"
import { dirname } from "node:path"
import { StorageUnavailable } from "@payloom/core"
import Database from "better-sqlite3"
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
  return isRefusedBySystem
    ? refused("not_accessible", reason)
    : new StorageUnavailable({ cause: new Error(`${path}: ${reason}`, { cause }) })
}

/** What on the way to a file keeps it from being read and written; null where nothing does. */
const obstacleAt = (path: string): string | null => {
  if (path === ":memory:" || path === "" || path.startsWith("file:")) return null
  const folder = dirname(path)
  if (!existsSync(folder)) return `there is no folder ${folder}`
  if (!statSync(folder).isDirectory()) return `${folder} is no folder`
  if (existsSync(path)) {
    if (statSync(path).isDirectory()) return "it is a folder, not a file"
    if (!isAllowed(path, constants.R_OK | constants.W_OK)) return "the file may not be written"
  }
  // The write-ahead log is made beside the file.
  if (!isAllowed(folder, constants.W_OK | constants.X_OK)) {
    return `the folder ${folder} may not be written`
  }
  return null
}

const isAllowed = (path: string, mode: number): boolean => {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}
