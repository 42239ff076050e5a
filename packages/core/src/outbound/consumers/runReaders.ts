import { Clock, Effect, Fiber, Latch } from "effect"
import { EngineConfig } from "../../kernel/EngineOptions.ts"
import { type FailureLog, failureLog } from "../../platform/jobs/failureLog.ts"
import { InFlightWork } from "../../platform/jobs/InFlightWork.ts"
import { isLeaseOver, leaseMs } from "../../platform/jobs/Leases.ts"
import { eventKind } from "../../platform/jobs/observedStorage.ts"
import { WorkSignal } from "../../platform/jobs/WorkSignal.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import { CommitConflict, Storage } from "../../platform/storage/Storage.ts"
import { balanceParts, leaveConsumer, partsOf } from "./balanceParts.ts"
import type { Consumer } from "./Consumer.ts"
import { type ConsumerPart, ConsumerPartCollection } from "./ConsumerRows.ts"
import { type HeldPart, holdPart } from "./HeldPart.ts"
import { type Places, placesOf } from "./Places.ts"
import { type PartRead, readPart } from "./readPart.ts"

/** The interval at which a process renews its leases and checks the shares of other processes. */
const heartbeatMs = leaseMs / 3

/** A reader of one part, which runs as events come. */
interface Reader {
  readonly held: HeldPart
  readonly isOver: () => boolean
  /** Stops it after the events in progress. */
  readonly stop: Effect.Effect<void>
}

/** A loop that runs until it is stopped. */
interface ReaderLoop<R> {
  readonly run: Effect.Effect<void, never, R>
  /** Waits for the events in progress, and releases all leases. */
  readonly stop: Effect.Effect<void>
}

/**
 * Runs a consumer in this process. It reads its share of the parts, each with its own reader. It
 * releases parts when another process joins.
 */
export const runReaders = (consumer: Consumer, process: string) => {
  const readers = new Map<number, Reader>()
  const ended = Latch.makeUnsafe(false)
  const stopping = Latch.makeUnsafe(false)
  const places = placesOf(consumer)
  const logUnread = failureLog(
    `The consumer ${consumer.name} could not read its events, and will try again.`
  )
  const logUnbalanced = failureLog(
    `The consumer ${consumer.name} could not share its work with other processes.`
  )
  let isStopping = false

  const releasePart = (part: number, reader: Reader) =>
    Effect.andThen(reader.stop, Effect.ignore(reader.held.release)).pipe(
      Effect.andThen(Effect.sync(() => readers.delete(part)))
    )

  const heartbeat = Effect.gen(function* () {
    for (const [part, { isOver }] of readers) if (isOver()) readers.delete(part)
    const { parts, quota } = yield* balanceParts(consumer.name, process)
    const kept = [...readers]
    yield* Effect.forEach(kept.slice(0, quota), ([, { held }]) => renew(held), together)
    yield* Effect.forEach(
      kept.slice(quota),
      ([part, reader]) => releasePart(part, reader),
      together
    )
    const now = yield* Clock.currentTimeMillis
    const free = parts.filter(({ row }) => !readers.has(row.part) && isFree(row, now))
    const wanted = free.slice(0, Math.max(quota - readers.size, 0))
    const taken = yield* Effect.forEach(wanted, (read) => take(read, process), together)
    for (const held of taken) {
      if (held === null) continue
      readers.set(held.row().part, yield* startReader(consumer, places, held, logUnread))
    }
    return readers.size < quota
  })

  const run = Effect.gen(function* () {
    const { pollMs } = yield* EngineConfig
    while (!isStopping) {
      const isWanting = yield* Effect.catchCause(heartbeat, (cause) =>
        Effect.as(logUnbalanced(cause), true)
      )
      const waitMs = isWanting ? Math.min(pollMs, heartbeatMs) : heartbeatMs
      yield* Effect.timeoutOption(stopping.await, waitMs)
    }
    yield* Effect.forEach([...readers], ([part, reader]) => releasePart(part, reader), together)
    yield* Effect.ignore(leaveConsumer(consumer.name, process))
  }).pipe(Effect.ensuring(Effect.sync(() => ended.openUnsafe())))

  const stop = Effect.suspend(() => {
    isStopping = true
    stopping.openUnsafe()
    return ended.await
  })
  return { run, stop } satisfies ReaderLoop<unknown>
}

const together = { concurrency: "unbounded" } as const

const isFree = ({ owner, leasedUntil }: ConsumerPart, now: number): boolean =>
  owner === null || isLeaseOver(leasedUntil ?? 0, now)

/** The reader of a lost part notices it at its next commit. */
const renew = (held: HeldPart) => Effect.ignore(held.move({}))

/** Returns null if another process was faster. */
const take = (read: Stored<ConsumerPart>, process: string) =>
  Effect.catchTag(holdPart(read, process), "CommitConflict", () => Effect.succeed(null))

const startReader = Effect.fnUntraced(function* (
  consumer: Consumer,
  places: Places,
  held: HeldPart,
  log: FailureLog
) {
  const { listen } = yield* WorkSignal
  const underway = yield* InFlightWork
  const { pollMs } = yield* EngineConfig
  const { wake, wait, stop: stopListening } = listen([eventKind(held.row().part)])
  const stopping = Latch.makeUnsafe(false)
  let isStopping = false
  let isOver = false
  let failures = 0
  const failed = (error: unknown) => {
    isStopping ||= isLeaseLost(error)
    if (error instanceof CommitConflict) return Effect.succeed(pollMs)
    failures += 1
    return Effect.as(log(error), pausedMs(failures, pollMs))
  }
  const round = Effect.gen(function* () {
    const { nextDue } = yield* underway.finish(readPart(consumer, places, held, () => isStopping))
    failures = 0
    const now = yield* Clock.currentTimeMillis
    return nextDue === null ? pollMs : Math.min(Math.max(nextDue - now, 0), pollMs)
  })
  const reading = Effect.gen(function* () {
    while (!isStopping) {
      const waitMs = yield* Effect.catch(round, failed)
      if (!isStopping && consumer.pauseMs !== undefined) {
        yield* Effect.timeoutOption(stopping.await, consumer.pauseMs)
      }
      if (!isStopping) yield* wait(waitMs)
    }
  }).pipe(
    Effect.ensuring(
      Effect.sync(() => {
        isOver = true
        stopListening()
      })
    )
  )
  const fiber = yield* Effect.forkDetach(reading)
  const stop = Effect.suspend(() => {
    isStopping = true
    stopping.openUnsafe()
    wake()
    return Effect.asVoid(Fiber.await(fiber))
  })
  const reader: Reader = { held, isOver: () => isOver, stop }
  return reader
})

/** A part waits twice as long after each failure in a row, unless a commit wakes it. */
const pausedMs = (failures: number, pollMs: number): number =>
  Math.min(pollMs * 2 ** (failures - 1), Math.max(pollMs, heartbeatMs))

const isLeaseLost = (error: unknown): boolean =>
  error instanceof CommitConflict && error.collection === ConsumerPartCollection.name

/** Delivers all events of the parts that no process reads. Returns the result. */
export const readOnce = Effect.fnUntraced(function* (consumer: Consumer, process: string) {
  const storage = yield* Storage
  const places = placesOf(consumer)
  const now = yield* Clock.currentTimeMillis
  const parts = yield* partsOf(storage, consumer.name)
  const free = parts.filter(({ row }) => isFree(row, now))
  const reads = yield* Effect.forEach(
    free,
    Effect.fnUntraced(
      function* (found) {
        const held = yield* take(found, process)
        if (held === null) return nothing
        const read = yield* readPart(consumer, places, held, () => false)
        yield* held.release
        return read
      },
      // Another process took the part over, and reads its events.
      Effect.catchTag("CommitConflict", () => Effect.succeed(nothing))
    ),
    together
  )
  return reads.reduce(both, nothing)
})

const nothing: PartRead = { handled: 0, nextDue: null }

const both = (one: PartRead, other: PartRead): PartRead => ({
  handled: one.handled + other.handled,
  nextDue:
    one.nextDue === null || other.nextDue === null
      ? (one.nextDue ?? other.nextDue)
      : Math.min(one.nextDue, other.nextDue)
})
