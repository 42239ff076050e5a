import type { Collection, Row } from "@payloom/core"
import { Effect } from "effect"
import type { Connection } from "./Connection.ts"
import { type SqliteStorage, sqliteStorageInSteps } from "./sqliteStorage.ts"

/** A storage that is being made ready, and how far that has come. */
interface Opening {
  readonly connection: Connection
  readonly steps: Generator<void, SqliteStorage>
  readonly last: IteratorResult<void, SqliteStorage>
}

/**
 * Begins to make the storage of a connection ready. Its first step is the one that may need a lock:
 * throws where another connection has it. Whatever fails, then or later, the file stays as it was
 * and the connection is closed.
 */
export const beginOpening = (
  connection: Connection,
  collections: ReadonlyArray<Collection<Row>>
): Opening => goneOn({ connection, steps: sqliteStorageInSteps(connection, collections) })

/**
 * Takes the other steps. A file that an older release left may take seconds of them, and whoever
 * else runs in the process has their turn in between.
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
