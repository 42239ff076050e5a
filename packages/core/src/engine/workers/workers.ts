import { Clock, Effect, Layer, Option } from "effect"
import { EngineConfig } from "../../kernel/EngineOptions.ts"
import { hourMs } from "../../kernel/primitives/durations.ts"
import { deliverWebhooks } from "../../outbound/webhooks/deliverWebhooks.ts"
import { WebhookSender } from "../../outbound/webhooks/WebhookSender.ts"
import { InFlightWork } from "../../platform/jobs/InFlightWork.ts"
import { WorkSignal } from "../../platform/jobs/WorkSignal.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import type { Job } from "../../platform/storage/Job.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { ensureRecurringJobs } from "./ensureRecurringJobs.ts"
import { type Lane, lanes, placesIn } from "./jobs.ts"
import { claimDue, runJob } from "./runDue.ts"
import { sweepExpired } from "./sweepExpired.ts"

/**
 * Runs jobs until the scope closes: as they fall due, when this process makes one, and by a look
 * every `pollMs` for what other processes made. A slow job holds up none but itself, and those
 * under way are finished on closing.
 */
export const workers = Layer.effectDiscard(
  Effect.gen(function* () {
    for (const { lane, kinds } of lanes) yield* Effect.forkScoped(work(lane, kinds))
    yield* Effect.forkScoped(runHousekeeping)
    const { port } = yield* WebhookSender
    if (port !== null) yield* Effect.forkScoped(deliverWebhooks)
  })
)

/** Goes through a lane's jobs, again and again. */
const work = Effect.fnUntraced(function* (lane: Lane, kinds: ReadonlyArray<string>) {
  const { listen } = yield* WorkSignal
  const underway = yield* InFlightWork
  const { pollMs, workerConcurrency } = yield* EngineConfig
  const { wake, wait } = listen(kinds)
  let free = placesIn(lane, workerConcurrency)
  // A single free place would always go to what is due longest: to the tenant with most to do.
  const fewest = Math.min(2, free)
  const start = Effect.fnUntraced(function* (job: Stored<Job>) {
    free -= 1
    const done = Effect.sync(() => {
      free += 1
      wake()
    })
    yield* underway.start(Effect.ensuring(runJob(job), done))
  })
  const round = Effect.gen(function* () {
    const claimed = free < fewest ? [] : yield* claimDue(kinds, free)
    yield* Effect.forEach(claimed, start, { discard: true })
    if (claimed.length > 0) return
    yield* wait(free < fewest ? pollMs : yield* untilNextJob(kinds, pollMs))
  })
  return yield* Effect.forever(retryAfterDefect(round))
})

const untilNextJob = Effect.fnUntraced(function* (kinds: ReadonlyArray<string>, atMostMs: number) {
  const storage = yield* Storage
  const due = yield* storage.nextDue(kinds)
  const now = yield* Clock.currentTimeMillis
  return Option.isNone(due) ? atMostMs : Math.min(Math.max(due.value - now, 0), atMostMs)
})

/** What no row asks for: at the start every account gets its jobs, and every hour is swept. */
const runHousekeeping = Effect.gen(function* () {
  yield* retryAfterDefect(ensureRecurringJobs)
  for (;;) {
    yield* retryAfterDefect(sweepExpired())
    yield* Effect.sleep(hourMs)
  }
})

/** A round that fails ends nothing: the next begins after a while. */
const retryAfterDefect = <A, E, R>(round: Effect.Effect<A, E, R>) =>
  Effect.catchCause(Effect.asVoid(round), (cause) =>
    Effect.flatMap(EngineConfig, ({ pollMs }) =>
      Effect.andThen(Effect.logWarning("A worker's round failed.", cause), Effect.sleep(pollMs))
    )
  )
