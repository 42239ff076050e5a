import { Clock, Effect, Layer, Option } from "effect"
import { EngineConfig } from "../../kernel/EngineOptions.ts"
import { hourMs } from "../../kernel/primitives/durations.ts"
import { deliverWebhooks } from "../../outbound/webhooks/deliverWebhooks.ts"
import { WebhookSender } from "../../outbound/webhooks/WebhookSender.ts"
import { type FailureLog, failureLog } from "../../platform/jobs/failureLog.ts"
import { InFlightWork } from "../../platform/jobs/InFlightWork.ts"
import { placesIn } from "../../platform/jobs/JobDeclaration.ts"
import { WorkSignal } from "../../platform/jobs/WorkSignal.ts"
import { StorageWatch } from "../../platform/loss/guardedStorage.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import type { Job } from "../../platform/storage/Job.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { ensureRecurringJobs } from "./ensureRecurringJobs.ts"
import { JobTable, type LaneKinds } from "./JobTable.ts"
import { makeRest } from "./rest.ts"
import { claimDue, runJob } from "./runDue.ts"
import { sweepExpired } from "./sweepExpired.ts"

/**
 * Runs jobs until the scope closes: when they fall due, when this process creates one, and every
 * `pollMs` for those of other processes. A slow job delays no other job. Closing waits for the jobs
 * in flight.
 */
export const workers = Layer.effectDiscard(
  Effect.gen(function* () {
    const { lanes } = yield* JobTable
    const retry = retryAfterDefect(failureLog("A worker's round failed."))
    for (const lane of lanes) yield* Effect.forkScoped(work(lane, retry))
    yield* Effect.forkScoped(runHousekeeping(retry))
    yield* Effect.forkScoped(watchStorage)
    const { port } = yield* WebhookSender
    if (port !== null) yield* Effect.forkScoped(deliverWebhooks)
  })
)

/** Runs the jobs of a lane until it is interrupted. */
const work = Effect.fnUntraced(function* ({ lane, kinds, resting }: LaneKinds, retry: Retry) {
  const { listen } = yield* WorkSignal
  const underway = yield* InFlightWork
  const { pollMs, workerConcurrency } = yield* EngineConfig
  const { wake, wait } = listen(kinds)
  const rest = makeRest()
  const prompt = kinds.filter((kind) => !resting.includes(kind))
  let free = placesIn(lane, workerConcurrency)
  // A single free slot would always go to the longest due job: to the tenant with the most jobs.
  const fewest = Math.min(2, free)
  const start = Effect.fnUntraced(function* (job: Stored<Job>) {
    free -= 1
    const done = Effect.sync(() => {
      free += 1
      wake()
    })
    const running = resting.includes(job.row.kind) ? rest.around(runJob(job)) : runJob(job)
    yield* underway.start(Effect.ensuring(running, done))
  })
  const round = Effect.gen(function* () {
    const claimed = free < fewest ? [] : yield* claimDue(prompt, free)
    yield* Effect.forEach(claimed, start, { discard: true })
    const restLeft = resting.length === 0 ? Number.POSITIVE_INFINITY : yield* rest.left
    const rested = restLeft > 0 || free < fewest ? [] : yield* claimDue(resting, 1)
    yield* Effect.forEach(rested, start, { discard: true })
    if (claimed.length + rested.length > 0) return
    const next = free < fewest ? pollMs : yield* untilNextJob(restLeft > 0 ? prompt : kinds, pollMs)
    yield* wait(restLeft > 0 ? Math.min(next, restLeft) : next)
  })
  return yield* Effect.forever(retry(round))
})

const untilNextJob = Effect.fnUntraced(function* (kinds: ReadonlyArray<string>, atMostMs: number) {
  const storage = yield* Storage
  const due = yield* storage.nextDue(kinds)
  const now = yield* Clock.currentTimeMillis
  return Option.isNone(due) ? atMostMs : Math.min(Math.max(due.value - now, 0), atMostMs)
})

/** Creates the recurring jobs of all accounts at the start, and sweeps old rows every hour. */
const runHousekeeping = (retry: Retry) =>
  Effect.gen(function* () {
    yield* retry(ensureRecurringJobs)
    for (;;) {
      yield* retry(sweepExpired())
      yield* Effect.sleep(hourMs)
    }
  })

/** How often is looked whether another process or a person holds the storage, at the most. */
const lookEveryMs = 5000

/** Looks less often if the engine polls less often, as in a simulation of years. */
const watchStorage = Effect.gen(function* () {
  const { look } = yield* StorageWatch
  const { pollMs } = yield* EngineConfig
  const wait = Effect.sleep(Math.max(lookEveryMs, pollMs))
  // A held storage has raised an alert. The other rounds log a storage that doesn't answer.
  return yield* Effect.forever(Effect.andThen(wait, Effect.ignore(look)))
})

/** Runs a round of work. If it fails, it is logged, and the next one starts after `pollMs`. */
const retryAfterDefect =
  (log: FailureLog) =>
  <A, E, R>(round: Effect.Effect<A, E, R>) =>
    Effect.catchCause(Effect.asVoid(round), (cause) =>
      Effect.flatMap(EngineConfig, ({ pollMs }) => Effect.andThen(log(cause), Effect.sleep(pollMs)))
    )

type Retry = ReturnType<typeof retryAfterDefect>
