import { Clock, Effect, Fiber, Option } from "effect"
import { leaseMs } from "../jobs/Leases.ts"
import { runLeased } from "../jobs/runLeased.ts"
import { Underway } from "../jobs/Underway.ts"
import { WorkSignal } from "../jobs/WorkSignal.ts"
import type { Stored } from "../storage/Collection.ts"
import type { Job } from "../storage/Job.ts"
import { Storage } from "../storage/Storage.ts"
import { EngineConfig } from "../values/EngineOptions.ts"
import { deliverWebhook } from "../webhooks/deliverWebhook.ts"
import { deliveryKindPrefix } from "../webhooks/queueDeliveries.ts"
import { WebhookEndpointCollection } from "../webhooks/WebhookEndpoint.ts"
import { WebhookSender } from "../webhooks/WebhookSender.ts"
import { DeliveryPlaces } from "./DeliveryPlaces.ts"

/** What those who deliver listen for. */
const work = deliveryKindPrefix.slice(0, -1)

/** Claims deliveries and begins them, in the places that all who deliver in this process share. */
const dispatcher = Effect.gen(function* () {
  const storage = yield* Storage
  const underway = yield* Underway
  const places = yield* DeliveryPlaces
  const signal = yield* WorkSignal
  let ownUnderWay = 0

  const start = (job: Stored<Job>) => {
    const { kind } = job.row
    let isTaken: boolean | null = null
    places.begin(kind, job.scope.tenant)
    ownUnderWay += 1
    const delivered = runLeased(
      job,
      Effect.fnUntraced(function* (leased: Stored<Job>) {
        const outcome = yield* deliverWebhook(leased)
        isTaken = outcome === "not_sent" ? null : outcome === "taken"
      })
    )
    const over = Effect.sync(() => {
      ownUnderWay -= 1
      places.end(kind, isTaken)
      signal.wake(work)
    })
    return underway.start(Effect.ensuring(delivered, over))
  }

  /** Claims from the queues of all endpoints at once, and answers how many deliveries it begins. */
  const begin = Effect.fnUntraced(function* (kinds: ReadonlyArray<string>) {
    const now = yield* Clock.currentTimeMillis
    const room = places.room(kinds)
    if (room.kinds.length === 0) return 0
    const jobs = yield* storage.claimDue({ ...room, now, leaseUntil: now + leaseMs })
    for (const job of jobs) yield* start(job)
    return jobs.length
  })

  return {
    begin: (kinds: ReadonlyArray<string>) => places.inTurn(begin(kinds)),
    underWay: () => ownUnderWay
  }
})

/**
 * Delivers webhooks as they fall due, apart from all other jobs. Every endpoint has places of its
 * own, so one that hangs holds up none but itself, and each delivery has its own lease. The queue
 * of an endpoint that is disabled isn't looked at.
 */
export const deliverWebhooks = Effect.gen(function* () {
  const { listen } = yield* WorkSignal
  const { pollMs } = yield* EngineConfig
  const { begin } = yield* dispatcher
  const { wait } = listen([work])
  const round = Effect.gen(function* () {
    const kinds = yield* openKinds
    if ((yield* begin(kinds)) === 0) yield* wait(yield* untilNext(kinds, pollMs))
  })
  return yield* Effect.forever(patiently(round, pollMs))
})

/** The kinds of deliveries that there are, but for those to endpoints that are disabled. */
const openKinds = Effect.gen(function* () {
  const storage = yield* Storage
  const kinds = yield* storage.jobKinds(deliveryKindPrefix)
  const isOpen = (kind: string) =>
    Effect.map(
      storage.findUnique(
        "any",
        WebhookEndpointCollection,
        "id",
        kind.slice(deliveryKindPrefix.length)
      ),
      // What is queued for one that was deleted is given up.
      (found) => Option.isNone(found) || found.value.row.status === "enabled"
    )
  // Reads that are asked together share a round trip to a database that is elsewhere.
  const open = yield* Effect.forEach(kinds, isOpen, { concurrency: "unbounded" })
  return kinds.filter((_, nth) => open[nth])
})

/** Endpoints whose places are taken are looked at again when one of these is free. */
const untilNext = Effect.fnUntraced(function* (kinds: ReadonlyArray<string>, atMostMs: number) {
  const storage = yield* Storage
  const { isIdle } = yield* DeliveryPlaces
  const waiting = kinds.filter(isIdle)
  if (waiting.length === 0) return atMostMs
  const due = yield* storage.nextDue(waiting)
  const now = yield* Clock.currentTimeMillis
  return Option.isNone(due) ? atMostMs : Math.min(Math.max(due.value - now, 0), atMostMs)
})

const patiently = <A, E, R>(round: Effect.Effect<A, E, R>, pollMs: number) =>
  Effect.catchCause(Effect.asVoid(round), (cause) =>
    Effect.andThen(Effect.logWarning("Webhooks could not be sent.", cause), Effect.sleep(pollMs))
  )

/**
 * Delivers all that is due, for a process without workers. While it waits for endpoints, `others`
 * runs every `pollMs`. Answers how many deliveries were tried, and what `others` answered.
 */
export const deliverDue = Effect.fnUntraced(function* <E, R>(others: Effect.Effect<number, E, R>) {
  const { port } = yield* WebhookSender
  if (port === null) return 0
  const { listen } = yield* WorkSignal
  const { pollMs } = yield* EngineConfig
  const { begin, underWay } = yield* dispatcher
  const { wake, wait, stop } = listen([work])
  const all = Effect.gen(function* () {
    let ran = 0
    let other: Fiber.Fiber<number, E> | null = null
    let otherAt = (yield* Clock.currentTimeMillis) + pollMs
    for (;;) {
      const begun = yield* begin(yield* openKinds)
      ran += begun
      if (begun > 0) continue
      if (underWay() === 0) {
        if (other === null) return ran
        // It may have something to tell endpoints of.
        ran += yield* Fiber.join(other)
        other = null
        continue
      }
      yield* wait(pollMs)
      const now = yield* Clock.currentTimeMillis
      if (other === null && now >= otherAt) {
        other = yield* Effect.forkChild(Effect.ensuring(others, Effect.sync(wake)))
      } else if (other?.pollUnsafe() !== undefined) {
        ran += yield* Fiber.join(other)
        other = null
        otherAt = now + pollMs
      }
    }
  })
  return yield* Effect.ensuring(all, Effect.sync(stop))
})

/** When a delivery is due next; none where nothing is queued that can be sent. */
export const nextDelivery = Effect.gen(function* () {
  const storage = yield* Storage
  const { port } = yield* WebhookSender
  const kinds = port === null ? [] : yield* openKinds
  return kinds.length === 0 ? Option.none<number>() : yield* storage.nextDue(kinds)
})
