import {
  type Collection,
  type Job,
  JobCollection,
  type PageQuery,
  type Row,
  type Scope,
  scopeKey
} from "@payloom/core"
import { type IdRange, mergeWalks, SortedIds } from "./SortedIds.ts"

/** A row as it is kept: its text, and what it is found by. */
export interface Entry {
  readonly scope: Scope
  readonly id: string
  readonly version: number
  readonly document: string
  /** Each unique key that the row takes: its name, and the one place the row has in it. */
  readonly places: ReadonlyArray<{ readonly key: string; readonly place: string }>
  readonly values: ReadonlyMap<string, string>
  /** The table's jobs, read at hand for `claimDue`. */
  readonly job: Job | null
}

const placeOf = (key: string, scope: Scope | "any", value: string): string =>
  JSON.stringify([key, scope === "any" ? null : scopeKey(scope), value])

const listOf = (scope: Scope, index: string, value: string): string =>
  JSON.stringify([scopeKey(scope), index, value])

/** The entry a row makes. Throws on a row that its collection's schema refuses. */
export const entryOf = (of: Collection<Row>, scope: Scope, row: Row, version: number): Entry => {
  if (!of.conforms(row)) throw new Error(`${row.id} is not a row of ${of.name}`)
  const document = of.encode(row)
  const places = Object.entries(of.unique).flatMap(([key, unique]) => {
    const value = unique.of(row)
    const reach = unique.global ? "any" : scope
    return value === null ? [] : [{ key, place: placeOf(key, reach, value) }]
  })
  const values = Object.entries(of.indexes).flatMap(([index, { of: valueOf }]) => {
    const value = valueOf(row)
    return value === null ? [] : [[index, value] as const]
  })
  const job = of.name === JobCollection.name ? JobCollection.decode(document) : null
  return { scope, id: row.id, version, document, places, values: new Map(values), job }
}

/** The rows of one collection, of all scopes. */
export class MemoryTable {
  readonly #rows = new Map<string, Map<string, Entry>>()
  readonly #ids = new Map<string, SortedIds>()
  readonly #lists = new Map<string, SortedIds>()
  readonly #places = new Map<string, Entry>()

  get(scope: Scope, id: string): Entry | undefined {
    return this.#rows.get(scopeKey(scope))?.get(id)
  }

  /** The row that has a unique key's value. */
  holder(of: Collection<Row>, key: string, scope: Scope | "any", value: string): Entry | undefined {
    const unique = of.unique[key]
    if (unique === undefined) throw new Error(`${of.name} has no unique key ${key}`)
    if (scope === "any" && !unique.global) throw new Error(`${of.name}.${key} is not a global key`)
    const holder = this.#places.get(placeOf(key, unique.global ? "any" : scope, value))
    const visible = scope === "any" || holder === undefined || sameScope(holder.scope, scope)
    return visible ? holder : undefined
  }

  /** The name of the first unique key of an entry that another row has. */
  takenKey(entry: Entry): string | undefined {
    return entry.places.find(({ place }) => {
      const holder = this.#places.get(place)
      return (
        holder !== undefined && !(holder.id === entry.id && sameScope(holder.scope, entry.scope))
      )
    })?.key
  }

  /** Puts one entry in the place of another; either may be nothing. */
  replace(before: Entry | undefined, after: Entry | undefined): void {
    if (before !== undefined) this.#drop(before)
    if (after !== undefined) this.#put(after)
  }

  *entries(): Generator<Entry> {
    for (const rows of this.#rows.values()) yield* rows.values()
  }

  page(of: Collection<Row>, scope: Scope, query: PageQuery): ReadonlyArray<Entry> {
    const filters = Object.entries(query.where ?? {}).map(([index, wanted]) => {
      if (of.indexes[index] === undefined) throw new Error(`${of.name} has no index ${index}`)
      return { index, values: new Set(typeof wanted === "string" ? [wanted] : wanted) }
    })
    const found: Array<Entry> = []
    if (query.limit <= 0) return found
    for (const id of this.#candidates(scope, filters, query)) {
      const entry = this.get(scope, id)
      if (entry === undefined || !filters.every((filter) => passes(entry, filter))) continue
      found.push(entry)
      if (found.length >= query.limit) break
    }
    return found
  }

  /** The ids to look at: all of the scope, or those that the narrowest filter leaves. */
  #candidates(scope: Scope, filters: ReadonlyArray<Filter>, range: IdRange): Generator<string> {
    const all = [this.#ids.get(scopeKey(scope)) ?? new SortedIds()]
    const perFilter = filters.map(({ index, values }) =>
      [...values].flatMap((value) => this.#lists.get(listOf(scope, index, value)) ?? [])
    )
    const narrowest = perFilter.reduce(
      (best, lists) => (total(lists) < total(best) ? lists : best),
      perFilter[0] ?? all
    )
    return mergeWalks(
      narrowest.map((ids) => ids.walk(range)),
      range.order
    )
  }

  #put(entry: Entry): void {
    const scope = scopeKey(entry.scope)
    getOrMake(this.#rows, scope, () => new Map<string, Entry>()).set(entry.id, entry)
    getOrMake(this.#ids, scope, () => new SortedIds()).add(entry.id)
    for (const [index, value] of entry.values) {
      getOrMake(this.#lists, listOf(entry.scope, index, value), () => new SortedIds()).add(entry.id)
    }
    for (const { place } of entry.places) this.#places.set(place, entry)
  }

  #drop(entry: Entry): void {
    const scope = scopeKey(entry.scope)
    this.#rows.get(scope)?.delete(entry.id)
    this.#ids.get(scope)?.remove(entry.id)
    for (const [index, value] of entry.values) {
      const list = listOf(entry.scope, index, value)
      const ids = this.#lists.get(list)
      ids?.remove(entry.id)
      if (ids?.size === 0) this.#lists.delete(list)
    }
    for (const { place } of entry.places) this.#places.delete(place)
  }
}

interface Filter {
  readonly index: string
  readonly values: ReadonlySet<string>
}

const passes = (entry: Entry, { index, values }: Filter): boolean => {
  const value = entry.values.get(index)
  return value !== undefined && values.has(value)
}

const sameScope = (left: Scope, right: Scope): boolean => scopeKey(left) === scopeKey(right)

const total = (lists: ReadonlyArray<SortedIds>): number =>
  lists.reduce((sum, ids) => sum + ids.size, 0)

const getOrMake = <K, V>(map: Map<K, V>, key: K, make: () => V): V => {
  const found = map.get(key)
  if (found !== undefined) return found
  const made = make()
  map.set(key, made)
  return made
}
