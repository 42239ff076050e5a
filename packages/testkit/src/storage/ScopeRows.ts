import type { PageQuery, Sum, SumQuery } from "@payloom/core"
import { additionsOf, type Content, type Entry, indexedAs } from "./Entry.ts"
import { getOrMake } from "./getOrMake.ts"
import { ScopeSums } from "./ScopeSums.ts"
import { type IdRange, mergeWalks, SortedIds } from "./SortedIds.ts"

/** The holder of each value of each unique key. */
export type Holders = Map<string, Map<string, Entry>>

/** A filter of a page: an index and the accepted values. */
export interface Filter {
  readonly index: string
  readonly values: ReadonlySet<string>
}

/**
 * The rows of one collection in one scope. Its sorted ids and lists are built when they are first
 * read, because most simulations read few of them.
 */
export class ScopeRows {
  readonly #rowsById = new Map<string, Entry>()
  /** Rows with the highest ids that have not been read yet. Many rows never are. */
  #newest: Array<Entry> = []
  /** The highest id that was ever added. */
  #lastId = ""
  readonly holders: Holders = new Map()
  #sums: ScopeSums | undefined
  #ids: SortedIds | undefined
  /** The lists of each index, by the name of the index. */
  readonly #lists = new Map<string, IndexLists>()

  get(id: string): Entry | undefined {
    return id > this.#lastId ? undefined : this.#rows().get(id)
  }

  add(entry: Entry): void {
    const { id } = entry.row
    if (id > this.#lastId) {
      this.#lastId = id
      this.#newest.push(entry)
    } else {
      this.#rows().set(id, entry)
    }
    this.#ids?.add(id)
    this.#sums?.add(additionsOf(entry))
    for (const [index, lists] of this.#lists) lists.add(indexedAs(entry, index), id)
  }

  remove(entry: Entry): void {
    const { id } = entry.row
    this.#rows().delete(id)
    this.#ids?.remove(id)
    this.#sums?.takeBack(additionsOf(entry))
    for (const [index, lists] of this.#lists) lists.remove(indexedAs(entry, index), id)
  }

  /** Replaces the content of an entry, and moves it only in lists whose value changed. */
  replace(entry: Entry, after: Content): void {
    for (const [index, lists] of this.#lists) {
      const [from, to] = [indexedAs(entry, index), indexedAs(after, index)]
      if (from === to) continue
      lists.remove(from, after.row.id)
      lists.add(to, after.row.id)
    }
    entry.say(after)
  }

  page(filters: ReadonlyArray<Filter>, query: PageQuery): ReadonlyArray<Entry> {
    const found: Array<Entry> = []
    if (query.limit <= 0) return found
    for (const id of this.#candidates(filters, query)) {
      const entry = this.#rows().get(id)
      if (entry === undefined || !filters.every((filter) => passes(entry, filter))) continue
      found.push(entry)
      if (found.length >= query.limit) break
    }
    return found
  }

  sums(name: string, query: SumQuery): ReadonlyArray<Sum> {
    if (this.#sums === undefined) {
      this.#sums = new ScopeSums()
      for (const entry of this.#rows().values()) this.#sums.add(additionsOf(entry))
    }
    return this.#sums.read(name, query)
  }

  #rows(): Map<string, Entry> {
    if (this.#newest.length > 0) {
      for (const entry of this.#newest) this.#rowsById.set(entry.row.id, entry)
      this.#newest = []
    }
    return this.#rowsById
  }

  /** Returns the ids to look at: all of the range, or those of the narrowest filter. */
  #candidates(filters: ReadonlyArray<Filter>, range: IdRange): Generator<string> {
    const perFilter = filters.map(({ index, values }) =>
      [...values].map((value) => this.#listsOf(index).of(value))
    )
    const narrowest = perFilter.reduce(
      (best, lists) => (total(lists) < total(best) ? lists : best),
      perFilter[0] ?? [this.#sortedIds()]
    )
    return mergeWalks(
      narrowest.map((ids) => ids.walk(range)),
      range.order
    )
  }

  #sortedIds(): SortedIds {
    this.#ids ??= sortedIds(this.#rows().keys())
    return this.#ids
  }

  #listsOf(index: string): IndexLists {
    return getOrMake(this.#lists, index, () => {
      const lists = new IndexLists()
      for (const [id, entry] of this.#rows()) lists.add(indexedAs(entry, index), id)
      return lists
    })
  }
}

/**
 * The ids of the rows for each value of an index. Most values have one row, whose id is stored
 * alone.
 */
class IndexLists {
  readonly #lists = new Map<string, string | SortedIds>()

  of(value: string): SortedIds {
    const ids = this.#lists.get(value)
    return ids instanceof SortedIds ? ids : sortedIds(ids === undefined ? [] : [ids])
  }

  add(value: string | null, id: string): void {
    if (value === null) return
    const ids = this.#lists.get(value)
    if (ids === undefined) this.#lists.set(value, id)
    else if (typeof ids === "string") this.#lists.set(value, sortedIds([ids, id]))
    else ids.add(id)
  }

  remove(value: string | null, id: string): void {
    if (value === null) return
    const ids = this.#lists.get(value)
    if (ids instanceof SortedIds) ids.remove(id)
    if (typeof ids === "string" || ids?.size === 0) this.#lists.delete(value)
  }
}

const sortedIds = (ids: Iterable<string>): SortedIds => {
  const sorted = new SortedIds()
  for (const id of ids) sorted.add(id)
  return sorted
}

const passes = (entry: Entry, { index, values }: Filter): boolean => {
  const value = indexedAs(entry, index)
  return value !== null && values.has(value)
}

const total = (lists: ReadonlyArray<SortedIds>): number =>
  lists.reduce((sum, ids) => sum + ids.size, 0)
