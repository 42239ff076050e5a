import type { PageQuery } from "@payloom/core"
import type { Entry, Slot } from "./Entry.ts"
import { getOrMake } from "./getOrMake.ts"
import { ScopeSums } from "./ScopeSums.ts"
import { type IdRange, mergeWalks, SortedIds } from "./SortedIds.ts"

/** Who has which value of each unique key. */
export type Holders = Map<string, Map<string, Slot>>

/** What a page is filtered by: an index, and the values that will do. */
export interface Filter {
  readonly index: string
  readonly values: ReadonlySet<string>
}

/** The rows of one collection in one scope. */
export class ScopeRows {
  readonly rows = new Map<string, Slot>()
  readonly holders: Holders = new Map()
  readonly sums = new ScopeSums()
  readonly #ids = new SortedIds()
  /** For each index and value the ids of its rows; of most values it is one, by itself. */
  readonly #lists = new Map<string, Map<string, string | SortedIds>>()

  add(slot: Slot): void {
    const id = idOf(slot)
    this.rows.set(id, slot)
    this.#ids.add(id)
    this.sums.add(slot.entry.additions)
    eachValue(slot.entry, (index, value) => this.#list(index, value, id))
  }

  remove(slot: Slot): void {
    const id = idOf(slot)
    this.rows.delete(id)
    this.#ids.remove(id)
    this.sums.takeBack(slot.entry.additions)
    eachValue(slot.entry, (index, value) => this.#unlist(index, value, id))
  }

  /** Puts an entry in the place of that of the same row, and moves what differs alone. */
  replace(slot: Slot, after: Entry): void {
    const before = slot.entry
    const id = idOf(slot)
    slot.entry = after
    const isSame = before.foundBy === after.foundBy
    eachValue(before, (index, value, nth) => {
      if (!isSame || after.values[nth] !== value) this.#unlist(index, value, id)
    })
    eachValue(after, (index, value, nth) => {
      if (!isSame || before.values[nth] !== value) this.#list(index, value, id)
    })
  }

  page(filters: ReadonlyArray<Filter>, query: PageQuery): ReadonlyArray<Entry> {
    const found: Array<Entry> = []
    if (query.limit <= 0) return found
    for (const id of this.#candidates(filters, query)) {
      const entry = this.rows.get(id)?.entry
      if (entry === undefined || !filters.every((filter) => passes(entry, filter))) continue
      found.push(entry)
      if (found.length >= query.limit) break
    }
    return found
  }

  /** The ids to look at: all of them, or those that the narrowest filter leaves. */
  #candidates(filters: ReadonlyArray<Filter>, range: IdRange): Generator<string> {
    const perFilter = filters.map(({ index, values }) =>
      [...values].flatMap((value) => {
        const ids = this.#lists.get(index)?.get(value) ?? []
        return typeof ids === "string" ? sortedIds(ids) : ids
      })
    )
    const narrowest = perFilter.reduce(
      (best, lists) => (total(lists) < total(best) ? lists : best),
      perFilter[0] ?? [this.#ids]
    )
    return mergeWalks(
      narrowest.map((ids) => ids.walk(range)),
      range.order
    )
  }

  #list(index: string, value: string, id: string): void {
    const lists = getOrMake(this.#lists, index, () => new Map<string, string | SortedIds>())
    const ids = lists.get(value)
    if (ids === undefined) lists.set(value, id)
    else if (typeof ids === "string") lists.set(value, sortedIds(ids, id))
    else ids.add(id)
  }

  #unlist(index: string, value: string, id: string): void {
    const lists = this.#lists.get(index)
    const ids = lists?.get(value)
    if (ids instanceof SortedIds) ids.remove(id)
    if (typeof ids === "string" || ids?.size === 0) lists?.delete(value)
  }
}

const sortedIds = (...ids: ReadonlyArray<string>): SortedIds => {
  const sorted = new SortedIds()
  for (const id of ids) sorted.add(id)
  return sorted
}

const idOf = ({ entry }: Slot): string => entry.row.id

const eachValue = (
  { foundBy: { indexes }, values }: Entry,
  change: (index: string, value: string, nth: number) => void
): void => {
  for (let nth = 0; nth < values.length; nth++) {
    const value = values[nth] ?? null
    const index = indexes[nth]
    if (value !== null && index !== undefined) change(index.name, value, nth)
  }
}

const passes = ({ foundBy, values }: Entry, filter: Filter): boolean => {
  const value = values[foundBy.indexes.findIndex(({ name }) => name === filter.index)] ?? null
  return value !== null && filter.values.has(value)
}

const total = (lists: ReadonlyArray<SortedIds>): number =>
  lists.reduce((sum, ids) => sum + ids.size, 0)
