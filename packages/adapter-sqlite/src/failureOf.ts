import { NewerDocument, StorageUnavailable } from "@payloom/core"
import Database from "better-sqlite3"
import { Effect } from "effect"
import type { Connection } from "./Connection.ts"
import { FileUnchecked } from "./fileStates.ts"
import { LockedTooLong, tryingWhileLocked } from "./lockWaits.ts"
import { SqliteFileLost } from "./SqliteFileLost.ts"

/**
 * What a caller gets for something thrown while the database was used: `StorageUnavailable` for
 * whatever SQLite answered, for a closed database, for a lost file and for a row of a newer
 * release, a defect for everything else.
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
    ? Effect.fail(new StorageUnavailable({ cause }))
    : Effect.die(cause)

/**
 * Asks the database when the effect is run, and waits while another process has it locked. Fails
 * without asking if a file of the database was lost.
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

/** Reads from the database when the effect is run, in one snapshot with what is read beside it. */
export const reading = <A>(
  connection: Connection,
  read: () => A
): Effect.Effect<A, StorageUnavailable> =>
  asking(connection, () => {
    connection.beginSnapshot()
    return read()
  })
