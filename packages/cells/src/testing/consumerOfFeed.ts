import {
  type ConsumerPart,
  ConsumerPartCollection,
  deploymentScope,
  EventCollection,
  type EventRecord,
  eventSubject,
  feedPart,
  insert,
  type StoragePort,
  type Stored,
  update
} from "@payloom/core"
import { Effect, Option } from "effect"

/** The calls of a consumer that reads the events of some objects. */
export interface FeedConsumer {
  /** Reads one page of each part, and stores the position. Returns the number of events. */
  readonly read: (limit: number) => Effect.Effect<number, unknown>
  /** The ids of all events that were handled, in order. */
  readonly handled: ReadonlyArray<string>
}

/**
 * Creates a consumer that works as those of the engine do: it handles a page, and then stores its
 * position if no other process has written the row. If it fails, it reads the row again.
 */
export const consumerOfFeed = (
  storage: StoragePort,
  consumer: string,
  subjects: ReadonlyArray<string>
): FeedConsumer => {
  const handled: Array<string> = []
  const held = new Map<number, Stored<ConsumerPart>>()
  const hold = Effect.fnUntraced(function* (part: number) {
    const id = `${consumer}/${part}`
    const row = {
      id,
      consumer,
      part,
      position: null,
      owner: null,
      leasedUntil: null,
      parked: 0
    }
    const read = storage.get(deploymentScope, ConsumerPartCollection, id)
    if (Option.isNone(yield* read)) {
      yield* storage.commit([insert(deploymentScope, ConsumerPartCollection, row)])
    }
    return Option.getOrThrow(yield* read)
  })
  const readPart = Effect.fnUntraced(function* (part: number, limit: number) {
    const known = held.get(part) ?? (yield* hold(part))
    const { rows, position } = yield* storage.feed(EventCollection, {
      part,
      after: known.row.position,
      limit,
      onlyReachable: true
    })
    for (const { row } of rows) handled.push(row.id)
    const moved = update(ConsumerPartCollection, known, { ...known.row, position })
    yield* Effect.catchTag(storage.commit([moved]), "CommitConflict", () => Effect.void)
    held.set(
      part,
      Option.getOrThrow(yield* storage.get(deploymentScope, ConsumerPartCollection, known.row.id))
    )
    return rows.length
  })
  const parts = [...new Set(subjects.map(feedPart))]
  return {
    handled,
    read: (limit) =>
      Effect.map(
        Effect.forEach(parts, (part) => readPart(part, limit)),
        (counts) => counts.reduce((sum, count) => sum + count, 0)
      )
  }
}

/**
 * Returns the mistakes of a consumer: events that are missing, and events of one object that came
 * first in another order than they were committed.
 */
export const mistakesOf = (
  handled: ReadonlyArray<string>,
  committed: ReadonlyArray<EventRecord>
): ReadonlyArray<string> => {
  const first = new Map<string, number>()
  for (const [nth, id] of handled.entries()) if (!first.has(id)) first.set(id, nth)
  const last = new Map<string, number>()
  const mistakes: Array<string> = []
  for (const event of committed) {
    const at = first.get(event.id)
    if (at === undefined) {
      mistakes.push(`${event.id} is missing`)
      continue
    }
    const subject = eventSubject(event)
    if (at < (last.get(subject) ?? -1)) mistakes.push(`${event.id} came too late`)
    last.set(subject, at)
  }
  return mistakes
}
