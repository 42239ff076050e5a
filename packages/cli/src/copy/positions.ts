import {
  type ConsumerPart,
  EventCollection,
  type Row,
  type StoragePort,
  type Stored,
  storedRow
} from "@payloom/core"
import { Effect, Option } from "effect"
import type { Stores } from "./copyRows.ts"
import { eachPageOfPart, type Page } from "./iterateStore.ts"

/**
 * Returns the rows of consumers as the target needs them. Each storage has positions of its own, so
 * a position becomes the target's position right before the same event.
 */
export const translatedParts = Effect.fnUntraced(function* (stores: Stores, page: Page) {
  const parts = page as ReadonlyArray<Stored<ConsumerPart>>
  const translated: Array<Stored<Row>> = []
  for (const [part, own] of Map.groupBy(parts, ({ row }) => row.part)) {
    const positions = yield* positionsOf(stores, part, own)
    for (const [nth, { scope, row, version }] of own.entries()) {
      translated.push(storedRow(scope, { ...row, position: positions[nth] ?? null }, version))
    }
  }
  return translated
})

/**
 * Returns the id of the event that a consumer receives next in a part. Null if it has had all of
 * them.
 */
export const nextEvent = Effect.fnUntraced(function* (
  storage: StoragePort,
  { part, position }: ConsumerPart
) {
  const { rows } = yield* storage.feed(EventCollection, { part, after: position, limit: 1 })
  return rows[0]?.row.id ?? null
})

const positionsOf = Effect.fnUntraced(function* (
  { from, to }: Stores,
  part: number,
  consumers: ReadonlyArray<Stored<ConsumerPart>>
) {
  const next: Array<string | null> = []
  for (const { row } of consumers) next.push(yield* nextEvent(from, row))
  const before = yield* positionsBefore(to, part, new Set(next))
  const end = Option.getOrNull(yield* to.feedEnd(EventCollection, part))
  return consumers.map(({ row }, nth) => {
    // A consumer that has had no event yet starts at the beginning.
    if (row.position === null) return null
    const event = next[nth] ?? null
    return event === null ? end : (before.get(event) ?? null)
  })
})

/** Returns the positions right before some events of a part, by the events' ids. */
export const positionsBefore = Effect.fnUntraced(function* (
  storage: StoragePort,
  part: number,
  events: ReadonlySet<string | null>
) {
  const found = new Map<string, string | null>()
  yield* eachPageOfPart(storage, EventCollection, part, (page, before) =>
    Effect.gen(function* () {
      for (const [nth, { row }] of page.entries()) {
        if (!events.has(row.id)) continue
        const query = { part, after: before, limit: nth }
        const position = nth === 0 ? before : (yield* storage.feed(EventCollection, query)).position
        found.set(row.id, position)
      }
    })
  )
  return found
})
