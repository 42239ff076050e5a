import { type Collection, type Row, Storage, StorageUnavailable } from "@payloom/core"
import { Effect, Layer } from "effect"
import { openConnection } from "./openConnection.ts"
import { SqliteRefused } from "./SqliteRefused.ts"
import { makeSqliteStorage } from "./sqliteStorage.ts"

/** What an embedder may tune; the defaults suit most. */
export interface SqliteOptions {
  /**
   * How long to wait for another process that writes, in milliseconds; 5,000 unless told. The
   * event loop stands still meanwhile.
   */
  readonly busyTimeoutMs?: number
  /**
   * Whose tables are made or brought up to date at once; all others are on first use. Worth it
   * where a new index has many rows to go through.
   */
  readonly collections?: ReadonlyArray<Collection<Row>>
}

/**
 * Storage in a SQLite file, or in memory for the path `:memory:`. A commit that succeeded is on
 * disk. Several processes of the same release may use one file.
 *
 * Closes the file with the layer, after the commits that wait. Fails with `SqliteRefused` where
 * only a person can help, with `StorageUnavailable` where the file can't be opened or is locked.
 *
 * ```ts
 * const storage = sqlite("payloom.db")
 * ```
 */
export const sqlite = (
  path: string,
  options: SqliteOptions = {}
): Layer.Layer<Storage, StorageUnavailable | SqliteRefused> =>
  Layer.effect(
    Storage,
    Effect.map(
      Effect.acquireRelease(open(path, options), ({ close }) => Effect.sync(close)),
      ({ storage }) => storage
    )
  )

const open = (path: string, { busyTimeoutMs = 5000, collections = [] }: SqliteOptions) =>
  Effect.try({
    try: () => {
      const connection = openConnection(path, busyTimeoutMs)
      try {
        return makeSqliteStorage(connection, collections)
      } catch (cause) {
        connection.db.close()
        throw cause
      }
    },
    catch: (cause) => (cause instanceof SqliteRefused ? cause : new StorageUnavailable({ cause }))
  })
