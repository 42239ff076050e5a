import type { PageQuery } from "@payloom/core"
import type { Entry } from "./Entry.ts"
import { getOrMake } from "./getOrMake.ts"
import { type IdRange, mergeWalks, SortedIds } from "./SortedIds.ts"

/** Who has which value of each unique key. */
export type Holders = Map<string, Map<string, Entry>>

/** What a page is filtered by: an index, and the values that will do. */
export interface Filter {
  readonly index: string
  readonly values: ReadonlySet<string>
}

/** The rows of one collection in one scope. */
export class ScopeRows {
  readonly rows = new Map<string, Entry>()
  readonly holders: Holders = new Map()
  readonly #ids = new SortedIds()
  /** For each index and value the ids of its rows. */
  readonly #lists = new Map<string, Map<string, SortedIds>>()

  /** Puts one entry in the place of another of the same row, and moves what differs alone. */
  replace(before: Entry | undefined, after: Entry | undefined): void {
    if (before !== undefined) {
      for (const [index, value] of before.values) {
        if (after?.values.get(index) !== value) this.#unlist(index, value, before.id)
      }
    }
    if (after !== undefined) {
      for (const [index, value] of after.values) {
        if (before?.values.get(index) !== value) this.#list(index, value, after.id)
      }
      this.rows.set(after.id, after)
      if (before === undefined) this.#ids.add(after.id)
    } else if (before !== undefined) {
      this.rows.delete(before.id)
      this.#ids.remove(before.id)
    }
  }

  page(filters: ReadonlyArray<Filter>, query: PageQuery): ReadonlyArray<Entry> {
    const found: Array<Entry> = []
    if (query.limit <= 0) return found
    for (const id of this.#candidates(filters, query)) {
      const entry = this.rows.get(id)
      if (entry === undefined || !filters.every((filter) => passes(entry, filter))) continue
      found.push(entry)
      if (found.length >= query.limit) break
    }
    return found
  }

  /** The ids to look at: all of them, or those that the narrowest filter leaves. */
  #candidates(filters: ReadonlyArray<Filter>, range: IdRange): Generator<string> {
    const perFilter = filters.map(({ index, values }) =>
      [...values].flatMap((value) => this.#lists.get(index)?.get(value) ?? [])
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
    const lists = getOrMake(this.#lists, index, () => new Map<string, SortedIds>())
    getOrMake(lists, value, () => new SortedIds()).add(id)
  }

  #unlist(index: string, value: string, id: string): void {
    const lists = this.#lists.get(index)
    const ids = lists?.get(value)
    ids?.remove(id)
    if (ids?.size === 0) lists?.delete(value)
  }
}

const passes = (entry: Entry, { index, values }: Filter): boolean => {
  const value = entry.values.get(index)
  return value !== undefined && values.has(value)
}

const total = (lists: ReadonlyArray<SortedIds>): number =>
  lists.reduce((sum, ids) => sum + ids.size, 0)
