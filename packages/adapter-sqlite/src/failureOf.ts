import { NewerDocument, StorageUnavailable } from "@payloom/core"
import Database from "better-sqlite3"
import { Effect } from "effect"
import type { Connection } from "./Connection.ts"
import { FileUnchecked } from "./fileStates.ts"
import { LockedTooLong, tryingWhileLocked } from "./lockWaits.ts"
import { SqliteFileLost } from "./SqliteFileLost.ts"

/**
 * Returns the failure for an error of a database call. SQLite's errors, a closed database, a lost
 * file and a row of a newer release are `StorageUnavailable`. Everything else is a defect.
 */
export const failureOf = (
  { db }: Connection,
  cause: unknown
): Effect.Effect<never, StorageUnavailable> =>
  cause instanceof Database.SqliteError ||
  cause instanceof LockedTooLong ||
  cause instanceof NewerDocument ||
  cause instanceof SqliteFileLost ||
  cause instanceof FileUnchecked ||
  !db.open
    ? Effect.fail(unavailable(cause))
    : Effect.die(cause)

const unavailable = (cause: unknown): StorageUnavailable =>
  new StorageUnavailable(diskFailureOf(cause) === "full" ? { cause, isFull: true } : { cause })

/**
 * Returns the fault of the disk that an error reports: no space left, or a write that failed. Null
 * for any other error.
 */
export const diskFailureOf = (cause: unknown): "full" | "failing" | null => {
  const code = cause instanceof Database.SqliteError ? cause.code : ""
  if (code === "SQLITE_FULL") return "full"
  return code.startsWith("SQLITE_IOERR") ? "failing" : null
}

/**
 * Returns an effect that runs a database call, and waits while another process holds the lock. It
 * fails at once if a file of the database was lost.
 */
export const asking = <A>(
  connection: Connection,
  ask: () => A
): Effect.Effect<A, StorageUnavailable> => {
  const attempt = () => {
    connection.assertPresent()
    return ask()
  }
  return tryingWhileLocked(attempt, connection.busyTimeoutMs, (cause) =>
    failureOf(connection, cause)
  )
}

/**
 * Returns an effect that reads from the database, in one snapshot with other reads of the same
 * turn.
 */
export const reading = <A>(
  connection: Connection,
  read: () => A
): Effect.Effect<A, StorageUnavailable> =>
  asking(connection, () => {
    connection.beginSnapshot()
    return read()
  })
