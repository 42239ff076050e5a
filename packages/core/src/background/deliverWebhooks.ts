import { Clock, Effect, Option } from "effect"
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

/** How many deliveries are under way to an endpoint that takes them, and to one that doesn't. */
const placesOfEndpoint = { taking: 8, failing: 1 }

/** How many are under way in all; one to each endpoint always may be. */
const placesInAll = 64

/** What this process knows of an endpoint that it delivers to. */
interface Line {
  underWay: number
  isFailing: boolean
}

/** An endpoint whose queue is asked for deliveries, for no more of them than there is room. */
interface Asked {
  readonly kind: string
  readonly line: Line
  readonly room: number
}

/** So many endpoints' queues are asked together. */
const askedAtOnce = 16

/**
 * Delivers webhooks as they fall due, apart from all other jobs. Every endpoint has places of its
 * own, so one that hangs holds up none but itself, and each delivery has its own lease. The queue
 * of an endpoint that is disabled isn't looked at.
 */
export const deliverWebhooks = Effect.gen(function* () {
  const { listen } = yield* WorkSignal
  const underway = yield* Underway
  const { pollMs } = yield* EngineConfig
  const { wake, wait } = listen([deliveryKindPrefix.slice(0, -1)])
  const lines = new Map<string, Line>()
  let inAll = 0

  const start = ({ kind, line }: Asked, job: Stored<Job>) => {
    lines.set(kind, line)
    line.underWay += 1
    inAll += 1
    const delivered = runLeased(
      job,
      Effect.fnUntraced(function* (leased: Stored<Job>) {
        const outcome = yield* deliverWebhook(leased)
        if (outcome !== "not_sent") line.isFailing = outcome === "not_taken"
      })
    )
    const over = Effect.sync(() => {
      line.underWay -= 1
      inAll -= 1
      if (line.underWay === 0 && !line.isFailing) lines.delete(kind)
      wake()
    })
    return underway.start(Effect.ensuring(delivered, over))
  }

  /** How many more may be under way to an endpoint, of so many that are free in all. */
  const roomOf = ({ underWay, isFailing }: Line, free: number): number => {
    const own = (isFailing ? placesOfEndpoint.failing : placesOfEndpoint.taking) - underWay
    return underWay === 0 ? Math.max(1, Math.min(own, free)) : Math.min(own, free)
  }

  /** The next endpoints that have room, as many as can be asked for at a time. */
  const nextAsked = (kinds: Iterator<string>): ReadonlyArray<Asked> => {
    const asked: Array<Asked> = []
    let free = placesInAll - inAll
    while (asked.length < askedAtOnce && (asked.length === 0 || free > 0)) {
      const { done, value: kind } = kinds.next()
      if (done) break
      const line = lines.get(kind) ?? { underWay: 0, isFailing: false }
      const room = roomOf(line, free)
      if (room <= 0) continue
      asked.push({ kind, line, room })
      free -= room
    }
    return asked
  }

  const round = Effect.gen(function* () {
    let claimed = 0
    const kinds = yield* openKinds
    for (const kind of lines.keys()) if (!kinds.includes(kind)) forget(lines, kind)
    const left = kinds.values()
    for (;;) {
      const asked = nextAsked(left)
      if (asked.length === 0) break
      const together = { concurrency: "unbounded" } as const
      const found = yield* Effect.forEach(asked, ({ kind, room }) => claim(kind, room), together)
      for (const [nth, jobs] of found.entries()) {
        claimed += jobs.length
        for (const job of jobs) yield* start(asked[nth] as Asked, job)
      }
    }
    if (claimed === 0) yield* wait(yield* untilNext(kinds, lines, pollMs))
  })
  return yield* Effect.forever(patiently(round, pollMs))
})

const forget = (lines: Map<string, Line>, kind: string): void => {
  if (lines.get(kind)?.underWay === 0) lines.delete(kind)
}

const claim = Effect.fnUntraced(function* (kind: string, limit: number) {
  const storage = yield* Storage
  const now = yield* Clock.currentTimeMillis
  const leaseUntil = now + leaseMs
  return yield* storage.claimDue({ now, leaseUntil, limit, perTenant: limit, kinds: [kind] })
})

/** The kinds of deliveries that there are, but for those to endpoints that are disabled. */
const openKinds = Effect.gen(function* () {
  const storage = yield* Storage
  const kinds = yield* storage.jobKinds(deliveryKindPrefix)
  return yield* Effect.filter(kinds, (kind) => {
    const id = kind.slice(deliveryKindPrefix.length)
    return Effect.map(
      storage.findUnique("any", WebhookEndpointCollection, "id", id),
      // What is queued for one that was deleted is given up.
      (found) => Option.isNone(found) || found.value.row.status === "enabled"
    )
  })
})

/** Endpoints whose places are taken are looked at again when one of these is free. */
const untilNext = Effect.fnUntraced(function* (
  kinds: ReadonlyArray<string>,
  lines: ReadonlyMap<string, Line>,
  atMostMs: number
) {
  const storage = yield* Storage
  const waiting = kinds.filter((kind) => (lines.get(kind)?.underWay ?? 0) === 0)
  if (waiting.length === 0) return atMostMs
  const due = yield* storage.nextDue(waiting)
  const now = yield* Clock.currentTimeMillis
  return Option.isNone(due) ? atMostMs : Math.min(Math.max(due.value - now, 0), atMostMs)
})

const patiently = <A, E, R>(round: Effect.Effect<A, E, R>, pollMs: number) =>
  Effect.catchCause(Effect.asVoid(round), (cause) =>
    Effect.andThen(Effect.logWarning("Webhooks could not be sent.", cause), Effect.sleep(pollMs))
  )

/** Delivers all that is due, where no workers run; answers how many deliveries were tried. */
export const deliverDue = Effect.gen(function* () {
  const { port } = yield* WebhookSender
  if (port === null) return 0
  const underway = yield* Underway
  let tried = 0
  for (;;) {
    const jobs = (yield* Effect.forEach(yield* openKinds, (kind) =>
      claim(kind, placesOfEndpoint.taking)
    )).flat()
    if (jobs.length === 0) return tried
    const deliveries = Effect.forEach(jobs, (job) => runLeased(job, deliverWebhook), {
      concurrency: "unbounded",
      discard: true
    })
    yield* underway.finish(deliveries)
    tried += jobs.length
  }
})

/** When a delivery is due next; none where nothing is queued that can be sent. */
export const nextDelivery = Effect.gen(function* () {
  const storage = yield* Storage
  const { port } = yield* WebhookSender
  const kinds = port === null ? [] : yield* openKinds
  return kinds.length === 0 ? Option.none<number>() : yield* storage.nextDue(kinds)
})
