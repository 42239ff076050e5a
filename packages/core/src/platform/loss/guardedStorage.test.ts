import { Cause, Context, Effect, Exit, Layer, Option } from "effect"
import { describe, expect, it } from "vitest"
import { Entropy } from "../../kernel/ids/Entropy.ts"
import { Ids } from "../../kernel/ids/Moment.ts"
import { type LogEntry, logTo } from "../../kernel/logging/LogEntry.ts"
import { dayMs } from "../../kernel/primitives/durations.ts"
import type { EventRecord } from "../events/EventRecord.ts"
import { type Deployment, StorageHeld } from "../secrets/Deployment.ts"
import { type Change, inserted } from "../storage/Change.ts"
import { deploymentScope, type Scope } from "../storage/Scope.ts"
import { Storage, type StorageLoss } from "../storage/Storage.ts"
import { StubStorage } from "../storage/testing/StubStorage.ts"
import { guardedStorage, StorageWatch } from "./guardedStorage.ts"

const ids = Layer.provide(Ids.layer, Entropy.layer)

/** A storage that only has the row of the deployment, and whose database can be lost. */
class Losable extends StubStorage {
  readonly committed: Array<Change> = []
  readonly listeners = new Set<(loss: StorageLoss) => void>()
  row: Deployment | null = { id: "deployment", secretCheck: "secret" }

  readonly hearLoss = (listener: (loss: StorageLoss) => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
  override get() {
    this.called.push("get")
    const { row } = this
    return Effect.sync(() =>
      row === null ? Option.none() : Option.some(inserted(deploymentScope, row))
    ) as Effect.Effect<never>
  }
  override commit(changes: ReadonlyArray<Change> = []) {
    this.called.push("commit")
    this.committed.push(...changes)
    return Effect.void as Effect.Effect<never>
  }
}

interface Held {
  readonly row: Deployment
}

interface Guarded {
  readonly port: Storage["Service"]
  readonly look: StorageWatch["Service"]["look"]
  readonly lose: (loss: StorageLoss) => Effect.Effect<void>
}

const guard = async <A>(
  storage: Losable,
  use: (guarded: Guarded) => Effect.Effect<A>,
  { mayBeHeld = false, opens = () => storage } = {}
) => {
  const entries: Array<LogEntry> = []
  const alerts: Array<readonly [Scope, EventRecord]> = []
  const layer = guardedStorage(
    Layer.sync(Storage, () => Storage.of(opens())),
    { mayBeHeld, onAlert: (...alert) => alerts.push(alert) }
  )
  const using = Effect.flatMap(Layer.build(Layer.provide(layer, ids)), (context) =>
    use({
      port: Context.get(context, Storage),
      look: Context.get(context, StorageWatch).look,
      lose: (loss) =>
        Effect.sync(() => {
          for (const listener of storage.listeners) listener(loss)
        })
    })
  )
  const logged = Effect.provide(
    using,
    logTo((entry) => entries.push(entry))
  )
  const done = await Effect.runPromise(Effect.scoped(logged))
  return { done, entries, alerts }
}

const held = { secretCheck: "secret", takenAt: 1000, restoredAt: 2000, backup: null }

describe("a guarded storage", () => {
  it("raises one alert, without a tenant, when its database is lost", async () => {
    const storage = new Losable()
    const loss = { file: "/data/payloom.db", reason: "deleted" } as const
    const { entries, alerts } = await guard(storage, ({ lose }) => lose(loss))
    expect(entries).toMatchObject([
      { level: "error", message: expect.stringContaining("/data/payloom.db was deleted") }
    ])
    expect(alerts).toEqual([
      [
        { tenant: "deployment", mode: "live" },
        expect.objectContaining({
          type: "alert.storage_lost",
          published: false,
          data: { object: { object: "storage", database: null, ...loss }, version: 1 }
        })
      ]
    ])
    expect(storage.listeners.size).toBe(0)
    expect(storage.called).toEqual([])
  })

  it("holds a database that lacks acknowledged commits, by connections of its own", async () => {
    const lost = new Losable()
    const others: Array<Losable> = []
    const opens = () => {
      const isFirst = lost.listeners.size === 0
      if (!isFirst) others.push(new Losable())
      return others.at(-1) ?? lost
    }
    const { alerts } = await guard(
      lost,
      ({ lose }) =>
        Effect.andThen(
          lose({ file: null, database: "b", reason: "rewound" }),
          Effect.promise(() => expect.poll(() => others[0]?.committed.length).toBe(1))
        ),
      { opens }
    )
    expect(lost.called).toEqual([])
    const row = { id: "deployment", secretCheck: "", restored: expect.anything() }
    expect(others[0]?.committed).toMatchObject([{ _tag: "Update", row }])
    const written = others.flatMap(({ committed }) => committed as unknown as Array<Held>)
    const { secretCheck, restoredAt = 0, takenAt = 0 } = written[0]?.row.restored ?? {}
    expect(secretCheck).toBe("secret")
    expect(restoredAt - takenAt).toBeGreaterThanOrEqual(dayMs)
    expect(alerts.map(([, { data }]) => data.object)).toEqual([
      { object: "storage", file: null, database: "b", reason: "rewound" }
    ])
  })

  it("fails every call once somebody holds it, and raises one alert", async () => {
    const storage = new Losable()
    const { done, alerts } = await guard(storage, ({ port, look }) =>
      Effect.gen(function* () {
        yield* Effect.orDie(look)
        expect(yield* Effect.exit(port.scopes({ limit: 1 }))).toEqual(Exit.succeed([]))
        storage.row = { id: "deployment", secretCheck: "", restored: held }
        const looks = [yield* Effect.exit(look), yield* Effect.exit(look)]
        storage.called.length = 0
        const calls = Object.keys(port) as Array<keyof typeof port>
        const exits: Array<Exit.Exit<unknown, unknown>> = []
        for (const call of calls) {
          const ask = port[call] as (...given: ReadonlyArray<unknown>) => Effect.Effect<unknown>
          exits.push(yield* Effect.exit(ask([], [], [])))
        }
        expect(calls).toHaveLength(14)
        return [...looks, ...exits]
      })
    )
    for (const exit of done) {
      const failure = Exit.isFailure(exit) ? Cause.squash(exit.cause) : null
      expect(failure).toMatchObject({ _tag: "StorageUnavailable", cause: expect.any(StorageHeld) })
    }
    expect(storage.called).toEqual([])
    expect(alerts.map(([, { data }]) => data.object)).toEqual([
      { object: "storage", file: null, database: null, reason: "held" }
    ])
  })

  it("may be held for an engine that reconciles it", async () => {
    const storage = new Losable()
    storage.row = { id: "deployment", secretCheck: "", restored: held }
    const { done, alerts } = await guard(storage, ({ look }) => Effect.exit(look), {
      mayBeHeld: true
    })
    expect(done).toEqual(Exit.void)
    expect(alerts).toEqual([])
  })
})
