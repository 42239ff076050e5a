import { Context, Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { Entropy } from "../../kernel/ids/Entropy.ts"
import { Ids } from "../../kernel/ids/Moment.ts"
import { insert, inserted, update } from "../storage/Change.ts"
import { type Job, JobCollection } from "../storage/Job.ts"
import { Storage } from "../storage/Storage.ts"
import { StubStorage } from "../storage/testing/StubStorage.ts"
import { observedStorage } from "./observedStorage.ts"
import { WorkSignal } from "./WorkSignal.ts"

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
    const adapter = new StubStorage()
    const layer = observedStorage(Layer.succeed(Storage, adapter), unobserved)
    const building = Layer.build(Layer.provide(layer, Layer.merge(WorkSignal.layer, ids)))
    const port = Context.get(await Effect.runPromise(Effect.scoped(building)), Storage)
    const calls = Object.keys(port) as Array<keyof Storage["Service"]>
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
      const layer = observedStorage(Layer.succeed(Storage, new StubStorage()), unobserved)
      const building = Layer.build(Layer.provide(layer, Layer.merge(signal, ids)))
      const port = Context.get(await Effect.runPromise(Effect.scoped(building)), Storage)
      await Effect.runPromise(port.commit([change({ ...before.row, dueAt, leasedUntil })]))
      expect(woken).toEqual(Array(wakes).fill("recover_attempt"))
    }
  )
})
