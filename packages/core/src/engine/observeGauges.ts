import { Clock, Effect, Layer, Option } from "effect"
import type { GaugeReading, TelemetryPort } from "../kernel/telemetry/TelemetryPort.ts"
import { partsOf } from "../outbound/consumers/balanceParts.ts"
import { Consumers } from "../outbound/consumers/Consumers.ts"
import { EventCollection } from "../platform/events/EventRecord.ts"
import { Storage } from "../platform/storage/Storage.ts"
import { JobTable } from "./workers/JobTable.ts"

/** Offers the gauges of an engine until it is closed. They are read when they are collected. */
export const observeGauges = (port: TelemetryPort) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const run = Effect.runPromiseWith(yield* Effect.context<Storage | Consumers | JobTable>())
      yield* Effect.acquireRelease(
        Effect.sync(() => port.observe(() => run(Effect.orElseSucceed(readings, () => [])))),
        (stop) => Effect.sync(stop)
      )
    })
  )

/** A storage that does not answer has no gauges. */
const readings: Effect.Effect<
  ReadonlyArray<GaugeReading>,
  unknown,
  Storage | Consumers | JobTable
> = Effect.gen(function* () {
  const { lanes } = yield* JobTable
  const { names } = yield* Consumers
  const late = yield* Effect.forEach(lanes, ({ lane, kinds }) => lateness(lane, kinds))
  const lags = yield* Effect.forEach(names(), lagOf)
  return [...late, ...lags]
})

const lateness = Effect.fnUntraced(function* (lane: string, kinds: ReadonlyArray<string>) {
  const storage = yield* Storage
  const due = yield* storage.nextDue(kinds)
  const now = yield* Clock.currentTimeMillis
  return {
    name: "payloom.jobs.lateness",
    value: Math.max(now - Option.getOrElse(due, () => now), 0) / 1000,
    attributes: { "payloom.job.lane": lane }
  } satisfies GaugeReading
})

/** The events of each part are in order, so the first unread event is the oldest of its part. */
const lagOf = Effect.fnUntraced(function* (consumer: string) {
  const storage = yield* Storage
  const parts = yield* partsOf(storage, consumer)
  const now = yield* Clock.currentTimeMillis
  const oldest = yield* Effect.forEach(parts, ({ row: { part, position } }) =>
    Effect.map(
      storage.feed(EventCollection, { part, after: position, limit: 1, onlyReachable: true }),
      ({ rows }) => rows[0]?.row.occurredAt ?? now
    )
  )
  return {
    name: "payloom.consumer.lag",
    value: Math.max(now - Math.min(...oldest, now), 0) / 1000,
    attributes: { "messaging.consumer.group.name": consumer }
  } satisfies GaugeReading
})
