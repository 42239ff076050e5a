import { Context, Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { Entropy } from "../../kernel/ids/Entropy.ts"
import { Ids } from "../../kernel/ids/Moment.ts"
import { type LogEntry, logTo } from "../../kernel/logging/LogEntry.ts"
import { insert, inserted, update } from "../storage/Change.ts"
import { type Job, JobCollection } from "../storage/Job.ts"
import { Storage, type StorageLoss } from "../storage/Storage.ts"
import { observedStorage } from "./observedStorage.ts"
import { WorkSignal } from "./WorkSignal.ts"

type Port = Storage["Service"]

/** An adapter written as a class. Its calls are inherited and need `this`. */
class Adapter {
  readonly called: Array<keyof Port> = []
  #answer(call: keyof Port): Effect.Effect<never> {
    this.called.push(call)
    return Effect.succeed([] as never)
  }
  commit() {
    return this.#answer("commit")
  }
  get() {
    return this.#answer("get")
  }
  getMany() {
    return this.#answer("getMany")
  }
  findUnique() {
    return this.#answer("findUnique")
  }
  page() {
    return this.#answer("page")
  }
  feed() {
    return this.#answer("feed")
  }
  feedEnd() {
    return this.#answer("feedEnd")
  }
  sums() {
    return this.#answer("sums")
  }
  claimDue() {
    return this.#answer("claimDue")
  }
  nextDue() {
    return this.#answer("nextDue")
  }
  dueJobs() {
    return this.#answer("dueJobs")
  }
  jobKinds() {
    return this.#answer("jobKinds")
  }
  scopes() {
    return this.#answer("scopes")
  }
  sweep() {
    return this.#answer("sweep")
  }
}

const scope = { tenant: "tenant", mode: "test" } as const
const later = Number.MAX_SAFE_INTEGER
const before = inserted<Job>(scope, {
  id: "job",
  kind: "recover_attempt",
  subject: "attempt",
  dueAt: later,
  leasedUntil: null,
  asked: 0,
  failures: 0
})

const ids = Layer.provide(Ids.layer, Entropy.layer)

const unobserved = { hasWorkers: false, onAlert: () => undefined }

describe("an observed storage", () => {
  it("may be a class, and every call is passed on to it", async () => {
    const adapter = new Adapter()
    const layer = observedStorage(Layer.succeed(Storage, adapter), unobserved)
    const building = Layer.build(Layer.provide(layer, Layer.merge(WorkSignal.layer, ids)))
    const port = Context.get(await Effect.runPromise(Effect.scoped(building)), Storage)
    const calls = Object.keys(port) as Array<keyof Port>
    for (const call of calls) {
      const ask = port[call] as (...input: never) => Effect.Effect<unknown, unknown>
      await Effect.runPromise(ask(...([[], [], []] as never)))
    }
    expect(adapter.called).toEqual(calls)
    expect(calls).toHaveLength(14)
  })

  it.each([
    ["inserts a due job", (job: Job) => insert(scope, JobCollection, job), 0, null, 1],
    ["makes a job due", (job: Job) => update(JobCollection, before, job), 0, null, 1],
    ["inserts a job for later", (job: Job) => insert(scope, JobCollection, job), later, null, 0],
    ["renews the lease of a due job", (job: Job) => update(JobCollection, before, job), 0, later, 0]
  ] as const)(
    "wakes the workers only for due work if a commit %s",
    async (_, change, dueAt, leasedUntil, wakes) => {
      const woken: Array<string> = []
      const signal = Layer.succeed(WorkSignal, {
        wake: (kind) => woken.push(kind),
        listen: () => ({
          wake: () => undefined,
          wait: () => Effect.void,
          heard: () => [],
          stop: () => undefined
        })
      })
      const layer = observedStorage(Layer.succeed(Storage, new Adapter()), unobserved)
      const building = Layer.build(Layer.provide(layer, Layer.merge(signal, ids)))
      const port = Context.get(await Effect.runPromise(Effect.scoped(building)), Storage)
      await Effect.runPromise(port.commit([change({ ...before.row, dueAt, leasedUntil })]))
      expect(woken).toEqual(Array(wakes).fill("recover_attempt"))
    }
  )

  it("raises one alert, without a tenant, when its database is lost", async () => {
    const listeners = new Set<(loss: StorageLoss) => void>()
    const losable = Object.assign(new Adapter(), {
      hearLoss: (listener: (loss: StorageLoss) => void) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      }
    })
    const alerts: Array<unknown> = []
    const layer = observedStorage(Layer.succeed(Storage, losable), {
      hasWorkers: false,
      onAlert: (...alert) => alerts.push(alert)
    })
    const building = Layer.build(Layer.provide(layer, Layer.merge(WorkSignal.layer, ids)))
    const loss = { file: "/data/payloom.db", reason: "deleted" } as const
    const losing = Effect.sync(() => {
      for (const listener of listeners) listener(loss)
    })
    const entries: Array<LogEntry> = []
    const logged = Effect.provide(
      Effect.andThen(building, losing),
      logTo((entry) => entries.push(entry))
    )
    await Effect.runPromise(Effect.scoped(logged))
    expect(entries).toMatchObject([
      { level: "error", message: expect.stringContaining("/data/payloom.db was deleted") }
    ])
    expect(alerts).toEqual([
      [
        { tenant: "deployment", mode: "live" },
        expect.objectContaining({
          type: "alert.storage_lost",
          published: false,
          data: { object: { object: "storage", ...loss }, version: 1 }
        })
      ]
    ])
    expect(listeners.size).toBe(0)
    expect(losable.called).toEqual([])
  })
})
