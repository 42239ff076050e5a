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
import { waitingKinds } from "./waitsForEndpoint.ts"

/** The prefix of the job kinds that dispatchers listen for. */
const work = deliveryKindPrefix.slice(0, -1)

/** The number of queues that are read before other work may run. */
const queuesAtOnce = 100

/** The most deliveries of a claim, which writes all of its leases in one commit. */
const claimedAtOnce = 32

/** After a read of all queues, the next one waits this many times its duration. */
const pauseFactor = 4

/**
 * Finds due deliveries and begins them in the slots that this process shares. A platform may have
 * thousands of endpoints with queued deliveries, so most reads cover a few queues: those to which
 * this process added a delivery, and those whose delivery has ended. All queues are read when one
 * falls due, every `pollMs`, and after a signal of another process. These reads take at most a
 * fifth of the time.
 */
export const deliveryPolling = Effect.gen(function* () {
  const storage = yield* Storage
  const { pollMs } = yield* EngineConfig
  const clock = yield* Effect.clockWith(Effect.succeed)
  const { begin, underWay } = yield* dispatcher
  const { wake, wait, heard, stop } = (yield* WorkSignal).listen([work])
  const near = new Set<string>()
  let wantsAll = true
  /** The time by which all queues must be read again, and the earliest time for it. */
  let allBy = 0
  let restsUntil = 0

  const hear = () => {
    for (const kind of heard()) {
      if (kind === work) wantsAll = true
      else near.add(kind)
    }
  }

  /** Reads all queues if requested or due, or else the few that changed. */
  const look = Effect.fnUntraced(function* (isAll: boolean) {
    // Deliveries end together, as their commits do. After this yield, one claim takes the slots of
    // all of them.
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
    /** Returns the number of deliveries it began. If it fails, all queues are read again. */
    look: (isAll = false) =>
      Effect.onError(look(isAll), () =>
        Effect.sync(() => {
          wantsAll = true
        })
      ),
    /** Waits until there may be work. */
    wait: Effect.suspend(() => {
      const at = Math.max(wantsAll ? 0 : allBy, restsUntil)
      return wait(Math.min(Math.max(at - elapsedMs(clock), 0), pollMs))
    }),
    wake,
    stop,
    underWay
  }
})

/** Returns the due time of the next delivery that can be sent. None if nothing is queued. */
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
  const slots = yield* DeliverySlots
  const signal = yield* WorkSignal
  /** The queues that wait, because their endpoint was disabled after they were read. */
  const waiting = new Set<string>()
  let ownUnderWay = 0

  const start = (job: Stored<Job>) => {
    const { kind } = job.row
    let isTaken: boolean | null = null
    slots.begin(kind, job.scope.tenant)
    ownUnderWay += 1
    const delivered = runLeased(
      job,
      Effect.fnUntraced(function* (leased: Stored<Job>) {
        const outcome = yield* deliverWebhook(leased)
        if (outcome === "waits") waiting.add(kind)
        if (outcome === "taken" || outcome === "not_taken") isTaken = outcome === "taken"
      })
    )
    const over = Effect.sync(() => {
      ownUnderWay -= 1
      slots.end(kind, isTaken)
      signal.wake(kind)
    })
    return underway.start(Effect.ensuring(delivered, over))
  }

  const claim = Effect.fnUntraced(function* (kinds: ReadonlyArray<string>) {
    const claimable = slots.claimable(kinds)
    const limit = Math.min(claimable.limit, claimedAtOnce)
    if (claimable.kinds.length === 0 || limit === 0) return []
    const now = yield* Clock.currentTimeMillis
    const jobs = yield* storage.claimDue({ ...claimable, limit, now, leaseUntil: now + leaseMs })
    for (const job of jobs) yield* start(job)
    return jobs.map(({ row }) => row.kind)
  })

  /** Begins as many deliveries as there are free slots, and returns their number. */
  const begin = Effect.fnUntraced(function* (kinds: ReadonlyArray<string>) {
    let begun = 0
    waiting.clear()
    for (let pending = kinds; pending.length > 0; ) {
      const idle = new Set(pending.filter(slots.isIdle))
      const claimed = yield* slots.inTurn(claim(pending))
      begun += claimed.length
      // The first claim takes one delivery of an idle queue. From other queues it took all that
      // have slots.
      if (claimed.length < claimedAtOnce) pending = claimed.filter((kind) => idle.has(kind))
      if (claimed.length > 0) yield* Effect.yieldNow
      // The deliveries of a queue that waits stay due, so they would be claimed for ever.
      pending = pending.filter((kind) => !waiting.has(kind))
    }
    return begun
  })

  return { begin, underWay: () => ownUnderWay }
})

/** Returns the number of deliveries begun, and the due time of the next one in these queues. */
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
    // A queue without a free slot is read again when one of its slots is free.
    const idle = kinds.filter(isIdle)
    const due = idle.length === 0 ? Option.none<number>() : yield* storage.nextDue(idle)
    if (Option.isSome(due)) next = Math.min(next, due.value)
  }
  return { begun, next }
})

/** Returns the kinds without those of disabled endpoints. */
const openOf = Effect.fnUntraced(function* (kinds: ReadonlyArray<string>) {
  const waiting = yield* waitingKinds(yield* Storage, kinds)
  return kinds.filter((kind) => !waiting.has(kind))
})
