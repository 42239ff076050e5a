import { Clock, Effect, Layer, Option } from "effect"
import { EngineConfig } from "../EngineOptions.ts"
import type { Job } from "../jobs/Job.ts"
import { WorkSignal } from "../jobs/WorkSignal.ts"
import { Underway } from "../providers/Underway.ts"
import type { Stored } from "../storage/Collection.ts"
import { Storage } from "../storage/Storage.ts"
import { hourMs } from "../values/durations.ts"
import { claimDue, runJob } from "./runDue.ts"
import { sweepExpired } from "./sweepExpired.ts"

const sweepEveryMs = hourMs

/**
 * Runs jobs until the scope closes: as they fall due, when this process makes one, and by a look
 * every `pollMs` for what other processes made. A slow job holds up none but itself, and those
 * under way are finished on closing.
 */
export const workers = Layer.effectDiscard(
  Effect.gen(function* () {
    const signal = yield* WorkSignal
    const underway = yield* Underway
    const { pollMs, workerConcurrency } = yield* EngineConfig
    // A single free place would always go to what is due longest: to the tenant with most to do.
    const fewest = Math.min(2, workerConcurrency)
    let free = workerConcurrency
    let nextSweep = 0
    const start = Effect.fnUntraced(function* (job: Stored<Job>) {
      free -= 1
      const done = Effect.sync(() => {
        free += 1
        signal.wake()
      })
      yield* underway.start(Effect.ensuring(runJob(job), done))
    })
    const round = Effect.gen(function* () {
      const claimed = free < fewest ? [] : yield* claimDue(free)
      yield* Effect.forEach(claimed, start, { discard: true })
      const now = yield* Clock.currentTimeMillis
      if (now >= nextSweep) {
        nextSweep = now + sweepEveryMs
        yield* sweepExpired()
      }
      if (claimed.length > 0) return
      yield* signal.wait(free < fewest ? pollMs : yield* untilNextJob(pollMs))
    })
    const patient = Effect.catchCause(round, (cause) =>
      Effect.andThen(Effect.logWarning("A worker's round failed.", cause), Effect.sleep(pollMs))
    )
    yield* Effect.forkScoped(Effect.forever(patient))
  })
)

const untilNextJob = Effect.fnUntraced(function* (atMostMs: number) {
  const storage = yield* Storage
  const due = yield* storage.nextDue()
  const now = yield* Clock.currentTimeMillis
  return Option.isNone(due) ? atMostMs : Math.min(Math.max(due.value - now, 0), atMostMs)
})
