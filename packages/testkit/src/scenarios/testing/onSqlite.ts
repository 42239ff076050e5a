import { sqlite } from "@payloom/adapter-sqlite"
import { Storage } from "@payloom/core"
import { Effect } from "effect"

/** Runs a function with a new SQLite storage, which is removed afterwards. */
export const onSqlite = (work: (storage: Storage["Service"]) => Promise<void>): Promise<void> =>
  Effect.runPromise(
    Effect.flatMap(Storage, (storage) => Effect.promise(() => work(storage))).pipe(
      Effect.provide(sqlite(":memory:"))
    )
  )
