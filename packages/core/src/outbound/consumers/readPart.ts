import { Effect } from "effect"
import { elapsedMs } from "../../kernel/primitives/elapsedMs.ts"
import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import type { EventRecord } from "../../platform/events/EventRecord.ts"
import { EventCollection, eventSubject } from "../../platform/events/EventRecord.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { consumedEvent } from "./ConsumedEvent.ts"
import { type Consumer, mostParked } from "./Consumer.ts"
import { type Deadline, withDeadline } from "./deadline.ts"
import type { HeldPart } from "./HeldPart.ts"
import { handleEvent, handleTogether } from "./handleEvent.ts"
import type { Places } from "./Places.ts"
import { type Failure, park } from "./parking.ts"
import { readOneByOne } from "./readOneByOne.ts"
import { retryParked } from "./retryParked.ts"

const batchSize = 100

/**
 * The longest work, in milliseconds, without a write of the position during a backlog. After a
 * crash this work is repeated.
 */
const unwrittenMs = 50

/** The result of reading a part. */
export interface PartRead {
  /** The number of delivered events. */
  readonly handled: number
  /** The due time of the next parked event. Null if there is none. */
  readonly nextDue: Millis | null
}

/**
 * Delivers the new events of a part and its due parked events, until there are none left. The
 * events of one object are delivered in order. An event that fails is parked, with the events of
 * its object behind it. Other objects continue.
 */
export const readPart = Effect.fnUntraced(function* (
  consumer: Consumer,
  places: Places,
  held: HeldPart,
  isStopping: () => boolean
) {
  let handled = 0
  for (;;) {
    const retried = yield* retryParked(consumer, places.handling, held)
    handled += retried.handled
    if (isStopping() || retried.left >= mostParked) {
      return { handled, nextDue: retried.nextDue } satisfies PartRead
    }
    const readOn = consumer.isTransactional ? readOneByOne : readBatch
    const read = yield* readOn(consumer, places, held, retried.subjects)
    handled += read.handled
    if (read.isEnd) return { handled, nextDue: retried.nextDue } satisfies PartRead
  }
})

const readBatch = Effect.fnUntraced(function* (
  consumer: Consumer,
  places: Places,
  held: HeldPart,
  behind: ReadonlySet<string>
) {
  const storage = yield* Storage
  const { part } = held.row()
  const after = held.position()
  const page = yield* places.inTurn(
    storage.feed(EventCollection, { part, after, limit: batchSize, onlyReachable: true })
  )
  const { rows: entries, position, isEnd } = page
  if (entries.length === 0) {
    held.pass(position)
    return { handled: 0, isEnd }
  }
  const bySubject = Map.groupBy(entries, ({ row }) => eventSubject(row))
  const toPark: Array<Failure> = []
  // Each worker takes the next object. More workers than slots would only wait.
  const waiting = bySubject.entries()
  const work = (deadline: Deadline, areHandled: boolean) =>
    Effect.gen(function* () {
      for (const [subject, own] of waiting) {
        if (behind.has(subject)) {
          toPark.push(...failuresFrom(own, 0, null))
          continue
        }
        if (areHandled) continue
        // The loop is not an effect of its own, because one for each object would cost more than
        // most handlers.
        for (const [at, { scope, row }] of own.entries()) {
          const handling = handleEvent(consumer, deadline, consumedEvent(scope, row))
          const error = handling === null ? null : yield* handling
          if (error === null) continue
          toPark.push(...failuresFrom(own, at, error))
          break
        }
      }
    })
  const workers = Array.from({ length: Math.min(consumer.concurrency, bySubject.size) })
  yield* withDeadline(consumer.timeoutMs, (deadline) =>
    Effect.flatMap(handlePage(consumer, deadline, entries, behind), (areHandled) =>
      Effect.forEach(workers, () => places.handling.withPermit(work(deadline, areHandled)), {
        concurrency: "unbounded",
        discard: true
      })
    )
  )
  const clock = yield* Effect.clockWith(Effect.succeed)
  const isFresh = elapsedMs(clock) < held.writtenAt() + unwrittenMs
  if (toPark.length === 0 && !isEnd && isFresh) {
    held.pass(position)
    return { handled: entries.length, isEnd }
  }
  yield* park(consumer, held, position, toPark)
  return { handled: entries.length, isEnd: isEnd && toPark.length === 0 }
})

/** Handles a page at once, if the consumer can. Returns true if its events are handled. */
const handlePage = (
  consumer: Consumer,
  deadline: Deadline,
  entries: ReadonlyArray<Stored<EventRecord>>,
  behind: ReadonlySet<string>
) =>
  consumer.handleAll === undefined
    ? Effect.succeed(false)
    : handleTogether(
        consumer,
        deadline,
        entries
          .filter(({ row }) => !behind.has(eventSubject(row)))
          .map(({ scope, row }) => consumedEvent(scope, row))
      )

/** Returns the events of an object to park, from the one that failed on. */
const failuresFrom = (
  entries: ReadonlyArray<Stored<EventRecord>>,
  at: number,
  error: string | null
): ReadonlyArray<Failure> =>
  entries.slice(at).map((entry, nth) => ({ entry, error: nth === 0 ? error : null }))
