import { Effect, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import { Entropy } from "../../../kernel/ids/Entropy.ts"
import { update } from "../Change.ts"
import { collection } from "../Collection.ts"
import { RowQueues, rowQueueStorage } from "../RowQueues.ts"
import { CommitConflict, Storage, type StoragePort } from "../Storage.ts"

interface Counter {
  readonly id: string
  readonly count: number
}

export const Counters = collection<Counter>({
  name: "counters",
  schema: Schema.Struct({ id: Schema.String, count: Schema.Int })
})

export const scope = { tenant: "tenant", mode: "test" } as const

/**
 * Rows with versions. Reads and commits take a turn of the event loop, like those of a database.
 */
export const versionedRows = () => {
  const rows = new Map<string, { version: number; count: number }>()
  let conflicts = 0
  const turn = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))
  const commit: StoragePort["commit"] = (changes) =>
    Effect.andThen(
      turn,
      Effect.suspend(() => {
        for (const change of changes) {
          if (change._tag !== "Update") continue
          if (rows.get(change.row.id)?.version === change.version) continue
          conflicts += 1
          return Effect.fail(
            new CommitConflict({ reason: "stale", collection: "counters", key: change.row.id })
          )
        }
        for (const change of changes) {
          if (!("row" in change)) continue
          const { id, count } = change.row as Counter
          rows.set(id, { version: (rows.get(id)?.version ?? 0) + 1, count })
        }
        return Effect.void
      })
    )
  const read = (id: string) =>
    Effect.andThen(
      turn,
      Effect.sync(() => rows.get(id) ?? { version: 0, count: 0 })
    )
  return { rows, read, port: { commit } as StoragePort, conflicts: () => conflicts }
}

type Rows = ReturnType<typeof versionedRows>

const updateOf = (id: string, { version, count }: { version: number; count: number }) =>
  update(Counters, { scope, version, row: { id, count } } as never, { id, count: count + 1 })

/** Increments the counts of rows that were read. */
export const countUp = (rows: Rows, ...ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const storage = yield* Storage
    const read = yield* Effect.forEach(ids, rows.read)
    yield* storage.commit(ids.map((id, at) => updateOf(id, read[at] ?? { version: 0, count: 0 })))
  })

/** Runs an effect on a clock that only tests move. */
export const run = <A, E>(
  rows: Rows,
  effect: Effect.Effect<A, E, Storage | RowQueues | Entropy>,
  entropy = Entropy.seeded("lines")
) => {
  const layer = rowQueueStorage(Layer.succeed(Storage, rows.port)).pipe(
    Layer.provideMerge(RowQueues.layer),
    Layer.provideMerge(entropy)
  )
  return Effect.runPromise(
    Effect.provide(effect, Layer.merge(layer, TestClock.layer())) as Effect.Effect<A, E>
  )
}

export const queueCount = Effect.map(RowQueues, ({ size }) => size())

export const withRows = (...ids: ReadonlyArray<string>) => {
  const rows = versionedRows()
  for (const id of ids) rows.rows.set(id, { version: 1, count: 0 })
  return rows
}

export const atOnce = { concurrency: "unbounded" } as const

export const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1)

/** Lets everything happen that does not wait for the clock. */
export const settled = Effect.promise(async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
})

/** Commits as another process does, which no queue of this process sees. */
export const commitElsewhere = (rows: Rows, id: string) => {
  const { version = 0, count = 0 } = rows.rows.get(id) ?? {}
  rows.rows.set(id, { version: version + 1, count })
}
