import type { Collection, Row } from "@payloom/core"
import { Effect } from "effect"
import type { Connection } from "./Connection.ts"
import { type SqliteStorage, sqliteStorageInSteps } from "./sqliteStorage.ts"

/** A storage that is being prepared, and its last step. */
interface Opening {
  readonly connection: Connection
  readonly steps: Generator<void, SqliteStorage>
  readonly last: IteratorResult<void, SqliteStorage>
}

/** The tables to prepare. */
interface Prepared {
  readonly collections: ReadonlyArray<Collection<Row>>
  /** False to refuse a file of another release. */
  readonly upgrade: boolean
}

/**
 * Begins to prepare the storage of a connection. The first step may need a lock: it throws if
 * another connection has it. If this or a later step fails, the file stays unchanged and the
 * connection is closed.
 */
export const beginOpening = (connection: Connection, { collections, upgrade }: Prepared): Opening =>
  goneOn({ connection, steps: sqliteStorageInSteps(connection, collections, upgrade) })

/**
 * Runs the other steps. They may take seconds for a file of an older release, so other code runs in
 * between.
 */
export const finishOpening = <E>(
  begun: Opening,
  failed: (cause: unknown) => Effect.Effect<never, E>
): Effect.Effect<SqliteStorage, E> =>
  Effect.callback((resume) => {
    let opening = begun
    const goOn = () => {
      const { done, value } = opening.last
      if (done) return resume(Effect.succeed(value))
      try {
        opening = goneOn(opening)
      } catch (cause) {
        return resume(failed(cause))
      }
      setImmediate(goOn)
    }
    goOn()
  })

const goneOn = ({ connection, steps }: Omit<Opening, "last">): Opening => {
  try {
    return { connection, steps, last: steps.next() }
  } catch (cause) {
    connection.db.close()
    throw cause
  }
}
