import {
  type ConsumerPart,
  ConsumerPartCollection,
  EventCollection,
  type Row,
  type Stored
} from "@payloom/core"
import { Effect } from "effect"
import type { Stores } from "./copyRows.ts"
import { eachPage, eachPageOfPart, type Page } from "./iterateStore.ts"

/** The events of a part that a consumer has not had yet. */
export interface Unread {
  readonly count: number
  /** The first of them, by tenant. */
  readonly first: ReadonlyMap<string, string>
  /**
   * The least id of them, by tenant that has moved between cells. The cell in which a consumer
   * reads the events of before the move may have them in another order than the tenant's cell.
   */
  readonly least: ReadonlyMap<string, string>
}

/** Reads all events of a part from the position of a consumer on. */
export const unreadBy = Effect.fnUntraced(function* (
  { from, moved }: Pick<Stores, "from" | "moved">,
  { part, position }: ConsumerPart
) {
  let count = 0
  const first = new Map<string, string>()
  const least = new Map<string, string>()
  const note = ({ scope: { tenant }, row: { id } }: Stored<Row>) => {
    count += 1
    if (!first.has(tenant)) first.set(tenant, id)
    if (moved?.has(tenant) && id < (least.get(tenant) ?? "~")) least.set(tenant, id)
  }
  const visit = (page: Page) => Effect.sync(() => page.forEach(note))
  yield* eachPageOfPart(from, EventCollection, part, visit, position)
  return { count, first, least } satisfies Unread
})

/**
 * Returns a function that says of an event if the consumer still has to get it. The function is
 * called with all events of a part, those of a tenant in their order. Of a tenant that has moved,
 * it may also say so of events that the consumer has had.
 */
export const readerOf = ({ first, least }: Unread) => {
  const begun = new Set<string>()
  return ({ scope: { tenant }, row: { id } }: Stored<Row>): boolean => {
    if (begun.has(tenant)) return true
    const leastId = least.get(tenant)
    const isUnread = first.get(tenant) === id || (leastId !== undefined && id >= leastId)
    if (isUnread) begun.add(tenant)
    return isUnread
  }
}

/**
 * The most consumers whose events are kept apart. Each costs one more walk over the events. Further
 * consumers may get events again.
 */
const mostKeptApart = 8

/**
 * Visits the events of a part in the order in which they are copied from cells to one feed. Each
 * cell has an order of its own, and a consumer has a position in each. So the events that all
 * consumers have had come first, and then those that one, two or more have not had yet. The events
 * of a tenant stay in order, because a consumer gets them in order.
 */
export const eachPageByReaders = Effect.fnUntraced(function* <E>(
  stores: Pick<Stores, "from" | "moved">,
  part: number,
  visit: (page: Page) => Effect.Effect<void, E>
) {
  const behind: Array<Unread> = []
  yield* eachPage(stores.from, ConsumerPartCollection, (page) =>
    Effect.gen(function* () {
      for (const { row } of page as ReadonlyArray<Stored<ConsumerPart>>) {
        if (row.part !== part || row.position === null || behind.length === mostKeptApart) continue
        const unread = yield* unreadBy(stores, row)
        if (unread.count > 0) behind.push(unread)
      }
    })
  )
  for (let missing = 0; missing <= behind.length; missing++) {
    const readers = behind.map(readerOf)
    yield* eachPageOfPart(stores.from, EventCollection, part, (page) => {
      const own = page.filter((each) => readers.filter((needs) => needs(each)).length === missing)
      return own.length === 0 ? Effect.void : visit(own)
    })
  }
})
