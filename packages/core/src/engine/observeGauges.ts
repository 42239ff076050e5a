import { Clock, Effect, Layer, Option } from "effect"
import type { GaugeReading, TelemetryPort } from "../kernel/telemetry/TelemetryPort.ts"
import { partsOf } from "../outbound/consumers/balanceParts.ts"
import { Consumers } from "../outbound/consumers/Consumers.ts"
import { EventCollection } from "../platform/events/EventRecord.ts"
import { Storage, type StorageDatabase } from "../platform/storage/Storage.ts"
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
  const storage = yield* Storage
  const databases = storage.databases?.() ?? []
  const reachable = databases.filter(({ isReachable }) => isReachable)
  const late = yield* Effect.forEach(lanes, ({ lane, kinds }) => {
    const attributes = { "payloom.job.lane": lane }
    if (databases.length === 0) {
      return Effect.map(lateness(storage, kinds, attributes), (reading) => [reading])
    }
    return Effect.map(
      Effect.forEach(reachable, (database) =>
        Effect.option(lateness(database, kinds, { ...attributes, "payloom.cell": database.name }))
      ),
      (readings) => readings.flatMap(Option.toArray)
    )
  })
  // Without the directory of cells there are no lags. The cells are measured all the same.
  const lags = yield* Effect.forEach(names(), (name) => Effect.option(lagOf(name)))
  return [...late.flat(), ...databases.map(reachability), ...lags.flatMap(Option.toArray)]
})

const reachability = ({ name, isReachable }: StorageDatabase): GaugeReading => ({
  name: "payloom.cells.reachable",
  value: isReachable ? 1 : 0,
  attributes: { "payloom.cell": name }
})

const lateness = Effect.fnUntraced(function* (
  database: Pick<StorageDatabase, "nextDue">,
  kinds: ReadonlyArray<string>,
  attributes: GaugeReading["attributes"]
) {
  const due = yield* database.nextDue(kinds)
  const now = yield* Clock.currentTimeMillis
  return {
    name: "payloom.jobs.lateness",
    value: Math.max(now - Option.getOrElse(due, () => now), 0) / 1000,
    attributes
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
