import { positionInCells, positionsByCell } from "@payloom/cells"
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
import { readerOf, type Unread, unreadBy } from "./unreadEvents.ts"

/**
 * Returns the rows of consumers as the target needs them. Each feed has positions of its own. So a
 * position becomes the target's, right before the first event that the consumer has not had yet. In
 * a target with cells, it becomes one for each cell.
 */
export const translatedParts = Effect.fnUntraced(function* (stores: Stores, page: Page) {
  const translated: Array<Stored<Row>> = []
  for (const [part, own] of partsOf(page)) {
    const { cuts } = yield* cutsOf(stores, part, own)
    for (const [nth, { scope, row, version }] of own.entries()) {
      // A consumer that has had no event yet starts at the beginning.
      const position = row.position === null ? null : positionAt(stores, cuts[nth] ?? new Map())
      translated.push(storedRow(scope, { ...row, position }, version))
    }
  }
  return translated
})

const positionAt = ({ cells }: Stores, cuts: Cuts): string | null =>
  cells.size === 0
    ? (cuts.get(theStore)?.position ?? null)
    : positionInCells(new Map(Array.from(cuts, ([name, { position }]) => [name, position])))

/**
 * Returns rows of consumers in which the ids of the next events take the place of the position, so
 * that the source and its copy compare equal. Adds the numbers of events that consumers get again.
 */
export const comparableParts = Effect.fnUntraced(function* (
  stores: Stores,
  storage: StoragePort,
  page: Page,
  repeats: Map<string, number>
) {
  const compared = new Map<string, Stored<Row>>()
  const compare = ({ scope, row, version }: Stored<ConsumerPart>, next: unknown) =>
    compared.set(row.id, storedRow(scope, { ...row, position: JSON.stringify(next) }, version))
  for (const [part, own] of partsOf(page)) {
    if (storage !== stores.from) {
      for (const each of own) compare(each, yield* nextInTarget(stores, each.row))
      continue
    }
    const { cuts, again } = yield* cutsOf(stores, part, own)
    for (const [nth, each] of own.entries()) {
      const found = Array.from(cuts[nth] ?? [], ([name, { event }]) => [name, event])
      // A consumer that has had no event yet starts at the beginning, also of the target.
      const isNew = each.row.position === null
      compare(each, isNew ? yield* nextInTarget(stores, each.row) : found)
      const { consumer } = each.row
      const more = again[nth] ?? 0
      if (more > 0) repeats.set(consumer, (repeats.get(consumer) ?? 0) + more)
    }
  }
  return page.map((each) => compared.get(each.row.id) ?? each)
})

/** Returns the next event of a consumer in each feed of the target. */
const nextInTarget = Effect.fnUntraced(function* (stores: Stores, row: ConsumerPart) {
  const { part, position } = row
  const at =
    stores.cells.size === 0 || position === null
      ? new Map([[theStore, position]])
      : positionsByCell(position)
  return yield* Effect.forEach(feedsOf(stores), ([name, feed]) =>
    Effect.map(
      feed.feed(EventCollection, { part, after: at.get(name) ?? null, limit: 1 }),
      ({ rows: [next] }) => [name, next?.row.id ?? null] as const
    )
  )
})

const partsOf = (page: Page) =>
  Map.groupBy(page as ReadonlyArray<Stored<ConsumerPart>>, ({ row }) => row.part)

/** The name of the only feed of a target without cells. */
const theStore = ""

/** Returns the feeds of the target, by the names of its cells. */
const feedsOf = ({ to, cells }: Stores): ReadonlyArray<readonly [string, StoragePort]> =>
  cells.size === 0 ? [[theStore, to]] : [...cells]

/** The place of a consumer in one feed of the target. */
interface Cut {
  /** The id of its next event. Null if it has had all of them. */
  readonly event: string | null
  /** The position right before that event, or at the end. */
  readonly position: string | null
}

/** The places of a consumer in the feeds of the target. */
type Cuts = ReadonlyMap<string, Cut>

/** Finds the places of some consumers of a part, and how many events each gets again. */
const cutsOf = Effect.fnUntraced(function* (
  stores: Stores,
  part: number,
  consumers: ReadonlyArray<Stored<ConsumerPart>>
) {
  const unread: Array<Unread | null> = []
  for (const { row } of consumers) {
    unread.push(row.position === null ? null : yield* unreadBy(stores, row))
  }
  const cuts = consumers.map(() => new Map<string, Cut>())
  const again = unread.map((each) => -(each?.count ?? 0))
  for (const [name, feed] of feedsOf(stores)) {
    const found = yield* cutsIn(feed, part, unread)
    for (const [nth, { events, ...cut }] of found.entries()) {
      cuts[nth]?.set(name, cut)
      again[nth] = (again[nth] ?? 0) + events
    }
  }
  return { cuts: cuts as ReadonlyArray<Cuts>, again }
})

/** A place in a feed, and the number of events after it. */
interface Found extends Cut {
  readonly events: number
}

/** Walks over a part of a feed, and finds the places of some consumers in it. */
const cutsIn = Effect.fnUntraced(function* (
  feed: StoragePort,
  part: number,
  unread: ReadonlyArray<Unread | null>
) {
  const end = Option.getOrNull(yield* feed.feedEnd(EventCollection, part))
  const found = unread.map((): Found => ({ event: null, position: end, events: 0 }))
  const readers = unread.map((each) => (each === null || each.count === 0 ? null : readerOf(each)))
  if (readers.every((needs) => needs === null)) return found
  yield* eachPageOfPart(
    feed,
    EventCollection,
    part,
    Effect.fnUntraced(function* (page, before) {
      for (const [nth, each] of page.entries()) {
        for (const [at, needs] of readers.entries()) {
          const own = found[at]
          if (needs === null || own === undefined) continue
          if (own.event === null && !needs(each)) continue
          const isFirst = own.event === null
          found[at] = {
            event: own.event ?? each.row.id,
            position: isFirst ? yield* positionBefore(feed, part, before, nth) : own.position,
            events: own.events + 1
          }
        }
      }
    })
  )
  return found
})

/** Returns the position before the event that is the `nth` after another position. */
const positionBefore = (feed: StoragePort, part: number, before: string | null, nth: number) =>
  nth === 0
    ? Effect.succeed(before)
    : Effect.map(
        feed.feed(EventCollection, { part, after: before, limit: nth }),
        ({ position }) => position
      )
