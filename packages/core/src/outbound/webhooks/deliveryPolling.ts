import { Clock, Effect, Option } from "effect"
import { EngineConfig } from "../../kernel/EngineOptions.ts"
import { elapsedMs } from "../../kernel/primitives/elapsedMs.ts"
import { InFlightWork } from "../../platform/jobs/InFlightWork.ts"
import { leaseMs } from "../../platform/jobs/Leases.ts"
import { runLeased } from "../../platform/jobs/runLeased.ts"
import { WorkSignal } from "../../platform/jobs/WorkSignal.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import type { Job } from "../../platform/storage/Job.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { DeliverySlots } from "./DeliverySlots.ts"
import { deliverWebhook } from "./deliverWebhook.ts"
import { deliveryKindPrefix } from "./queueDeliveries.ts"
import { WebhookEndpointCollection } from "./WebhookEndpoint.ts"

/** The kind of work that dispatchers listen for. */
const work = deliveryKindPrefix.slice(0, -1)

/** At how many queues a look goes before others have their turn. */
const queuesAtOnce = 100

/** The most deliveries of a claim, which writes all of its leases in one commit. */
const claimedAtOnce = 32

/** A look at all queues rests so many times as long as it took. */
const pauseFactor = 4

/**
 * Looks for deliveries that are due, and begins them in the places that all who deliver in this
 * process share. A platform may have thousands of endpoints with something in their queues, so most
 * looks go at a few queues: those that something was added to here, and those whose delivery is
 * over. All queues are looked at when one falls due, every `pollMs`, and after a word of another
 * process, but never for more than a fifth of the time.
 */
export const deliveryPolling = Effect.gen(function* () {
  const storage = yield* Storage
  const { pollMs } = yield* EngineConfig
  const clock = yield* Effect.clockWith(Effect.succeed)
  const { begin, underWay } = yield* dispatcher
  const { wake, wait, heard, stop } = (yield* WorkSignal).listen([work])
  const near = new Set<string>()
  let wantsAll = true
  /** When all queues are to be looked at again, and from when on they may be. */
  let allBy = 0
  let restsUntil = 0

  const hear = () => {
    for (const kind of heard()) {
      if (kind === work) wantsAll = true
      else near.add(kind)
    }
  }

  /** Looks at all queues if that is asked for, or if it is time. */
  const look = Effect.fnUntraced(function* (isAll: boolean) {
    // Deliveries end together, as their commits do: one claim then takes the places of them all.
    yield* Effect.yieldNow
    hear()
    const began = elapsedMs(clock)
    wantsAll ||= isAll || began >= allBy
    const goesToAll = isAll || (wantsAll && began >= restsUntil)
    const kinds = goesToAll ? yield* storage.jobKinds(deliveryKindPrefix) : [...near]
    near.clear()
    if (goesToAll) wantsAll = false
    const { begun, next } = yield* lookAt(kinds, begin)
    const untilNext = Math.max(next - (yield* Clock.currentTimeMillis), 0)
    const ended = elapsedMs(clock)
    if (goesToAll) restsUntil = ended + pauseFactor * (ended - began)
    const by = ended + Math.min(untilNext, pollMs)
    allBy = goesToAll ? by : Math.min(allBy, by)
    return begun
  })

  return {
    /** Answers how many deliveries it began; if it fails, all queues are looked at again. */
    look: (isAll = false) =>
      Effect.onError(look(isAll), () =>
        Effect.sync(() => {
          wantsAll = true
        })
      ),
    /** Waits until there is something to look at. */
    wait: Effect.suspend(() => {
      const at = Math.max(wantsAll ? 0 : allBy, restsUntil)
      return wait(Math.min(Math.max(at - elapsedMs(clock), 0), pollMs))
    }),
    wake,
    stop,
    underWay
  }
})

/** When a delivery is due next, of all that can be sent; none where nothing is queued. */
export const nextQueued = Effect.gen(function* () {
  const storage = yield* Storage
  const kinds = yield* storage.jobKinds(deliveryKindPrefix)
  let next = Option.none<number>()
  for (let at = 0; at < kinds.length; at += queuesAtOnce) {
    if (at > 0) yield* Effect.yieldNow
    const open = yield* openOf(kinds.slice(at, at + queuesAtOnce))
    const due = open.length === 0 ? Option.none<number>() : yield* storage.nextDue(open)
    next =
      Option.isNone(due) || Option.isNone(next)
        ? Option.orElse(next, () => due)
        : Option.some(Math.min(due.value, next.value))
  }
  return next
})

/** Claims deliveries and begins them. */
const dispatcher = Effect.gen(function* () {
  const storage = yield* Storage
  const underway = yield* InFlightWork
  const places = yield* DeliverySlots
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
      signal.wake(kind)
    })
    return underway.start(Effect.ensuring(delivered, over))
  }

  const claim = Effect.fnUntraced(function* (kinds: ReadonlyArray<string>) {
    const room = places.room(kinds)
    const limit = Math.min(room.limit, claimedAtOnce)
    if (room.kinds.length === 0 || limit === 0) return []
    const now = yield* Clock.currentTimeMillis
    const jobs = yield* storage.claimDue({ ...room, limit, now, leaseUntil: now + leaseMs })
    for (const job of jobs) yield* start(job)
    return jobs.map(({ row }) => row.kind)
  })

  /** Begins all that there is room for, and answers how many deliveries that are. */
  const begin = Effect.fnUntraced(function* (kinds: ReadonlyArray<string>) {
    let begun = 0
    for (let asked = kinds; asked.length > 0; ) {
      const idle = new Set(asked.filter(places.isIdle))
      const claimed = yield* places.inTurn(claim(asked))
      begun += claimed.length
      // The first claim takes one of an idle queue. Of others it took all that there is room for.
      if (claimed.length < claimedAtOnce) asked = claimed.filter((kind) => idle.has(kind))
      if (claimed.length > 0) yield* Effect.yieldNow
    }
    return begun
  })

  return { begin, underWay: () => ownUnderWay }
})

/** Answers how many deliveries were begun, and when the next is due in these queues. */
const lookAt = Effect.fnUntraced(function* <E, R>(
  queues: ReadonlyArray<string>,
  begin: (kinds: ReadonlyArray<string>) => Effect.Effect<number, E, R>
) {
  const storage = yield* Storage
  const { isIdle } = yield* DeliverySlots
  let begun = 0
  let next = Number.POSITIVE_INFINITY
  for (let at = 0; at < queues.length; at += queuesAtOnce) {
    if (at > 0) yield* Effect.yieldNow
    const kinds = yield* openOf(queues.slice(at, at + queuesAtOnce))
    begun += yield* begin(kinds)
    // Those whose places are taken are looked at again when one of these is free.
    const idle = kinds.filter(isIdle)
    const due = idle.length === 0 ? Option.none<number>() : yield* storage.nextDue(idle)
    if (Option.isSome(due)) next = Math.min(next, due.value)
  }
  return { begun, next }
})

/** The queues of some kinds, but for those of endpoints that are disabled. */
const openOf = Effect.fnUntraced(function* (kinds: ReadonlyArray<string>) {
  const storage = yield* Storage
  const isOpen = (kind: string) =>
    Effect.map(
      storage.findUnique(
        "any",
        WebhookEndpointCollection,
        "id",
        kind.slice(deliveryKindPrefix.length)
      ),
      // Deliveries to an endpoint that was deleted are given up.
      (found) => Option.isNone(found) || found.value.row.status === "enabled"
    )
  // Reads that are asked together share a round trip to a database that is elsewhere.
  const open = yield* Effect.forEach(kinds, isOpen, { concurrency: "unbounded" })
  return kinds.filter((_, nth) => open[nth])
})
