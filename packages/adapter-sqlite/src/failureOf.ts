import { NewerDocument, StorageUnavailable } from "@payloom/core"
import Database from "better-sqlite3"
import { Effect } from "effect"
import type { Connection } from "./Connection.ts"
import { LockedTooLong, tryingWhileLocked } from "./lockWaits.ts"

/**
 * What a caller gets for something thrown while the database was used: `StorageUnavailable` for
 * whatever SQLite answered, for a closed database and for a row of a newer release, a defect for
 * everything else.
 */
export const failureOf = (
  { db }: Connection,
  cause: unknown
): Effect.Effect<never, StorageUnavailable> =>
  cause instanceof Database.SqliteError ||
  cause instanceof LockedTooLong ||
  cause instanceof NewerDocument ||
  !db.open
    ? Effect.fail(new StorageUnavailable({ cause }))
    : Effect.die(cause)

/** Asks the database when the effect is run, and waits while another process has it locked. */
export const asking = <A>(
  connection: Connection,
  ask: () => A
): Effect.Effect<A, StorageUnavailable> =>
  tryingWhileLocked(ask, connection.busyTimeoutMs, (cause) => failureOf(connection, cause))

/** Reads from the database when the effect is run, in one snapshot with what is read beside it. */
export const reading = <A>(
  connection: Connection,
  read: () => A
): Effect.Effect<A, StorageUnavailable> =>
  asking(connection, () => {
    connection.beginSnapshot()
    return read()
  })
