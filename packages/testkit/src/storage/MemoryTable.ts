import type { Collection, PageQuery, Row, Scope, Sum, SumQuery } from "@payloom/core"
import { type Content, type Entry, feedPartOf } from "./Entry.ts"
import { getOrMake } from "./getOrMake.ts"
import { JobQueue } from "./JobQueue.ts"
import { isSameScope, ScopeMap } from "./ScopeMap.ts"
import { type Holders, ScopeRows } from "./ScopeRows.ts"
import { compareTexts } from "./SortedIds.ts"

/** The rows of one collection, of all scopes. */
export class MemoryTable {
  /** The jobs of this table. Only the table of jobs has some. */
  readonly jobs = new JobQueue()
  readonly #scopes = new ScopeMap<ScopeRows>()
  readonly #holders: Holders = new Map()
  /** The rows of each part of the feed, in the order of their commits. */
  readonly #feed = new Map<number, Array<Entry>>()

  get(scope: Scope, id: string): Entry | undefined {
    return this.#scopes.get(scope)?.get(id)
  }

  /** Returns the row that has this value of a unique key. */
  holder(of: Collection<Row>, key: string, scope: Scope | "any", value: string): Entry | undefined {
    const unique = of.unique[key]
    if (unique === undefined) throw new Error(`${of.name} has no unique key ${key}`)
    if (scope === "any" && !unique.global) throw new Error(`${of.name}.${key} is not a global key`)
    const ofAll = scope === "any" || unique.global
    const holders = ofAll ? this.#holders : this.#scopes.get(scope)?.holders
    const holder = holders?.get(key)?.get(value)
    const visible = scope === "any" || holder === undefined || isSameScope(scope, holder.scope)
    return visible ? holder : undefined
  }

  /** Returns the name of the first unique key that another row has. */
  takenKey(scope: Scope, { foundBy, keys }: Content, own: Entry | undefined): string | undefined {
    if (keys === foundBy.noKeys || keys === own?.keys) return undefined
    const inScope = this.#scopes.get(scope)?.holders
    return foundBy.uniques.find(({ name, global }, nth) => {
      const value = keys[nth] ?? null
      if (value === null) return false
      const holder = (global ? this.#holders : inScope)?.get(name)?.get(value)
      return holder !== undefined && holder !== own
    })?.name
  }

  add(entry: Entry): void {
    const rows = this.#rowsOf(entry)
    rows.add(entry)
    this.#hold(rows, entry, entry)
    if (entry.job !== null) this.jobs.add(entry.job)
    const part = feedPartOf(entry)
    if (part !== undefined) getOrMake(this.#feed, part, () => []).push(entry)
  }

  remove(entry: Entry): void {
    const rows = this.#rowsOf(entry)
    rows.remove(entry)
    this.#hold(rows, entry, undefined)
    if (entry.job !== null) this.jobs.remove(entry.job)
    // Rows in a feed are removed only if their own commit is undone.
    const part = feedPartOf(entry)
    if (part !== undefined) this.#feed.get(part)?.pop()
  }

  /** Returns the rows of a part of the feed, from a position on. */
  feed(part: number, from: number, limit: number): ReadonlyArray<Entry> {
    return (this.#feed.get(part) ?? []).slice(from, from + Math.max(limit, 0))
  }

  /** Returns the number of rows in a part of the feed. */
  feedLength(part: number): number {
    return this.#feed.get(part)?.length ?? 0
  }

  /** Replaces the content of an entry. */
  replace(entry: Entry, after: Content): void {
    const rows = this.#rowsOf(entry)
    const hasMoved = entry.keys !== after.keys
    if (hasMoved) this.#hold(rows, entry, undefined)
    if (entry.job !== null) this.jobs.remove(entry.job)
    rows.replace(entry, after)
    if (hasMoved) this.#hold(rows, entry, entry)
    if (entry.job !== null) this.jobs.add(entry.job)
  }

  #rowsOf({ scope }: Entry): ScopeRows {
    return this.#scopes.getOrMake(scope, () => new ScopeRows())
  }

  /** Assigns an entry's unique keys to a holder, or frees them. */
  #hold(rows: ScopeRows, { foundBy, keys }: Entry, holder: Entry | undefined): void {
    for (let nth = 0; nth < keys.length; nth++) {
      const value = keys[nth] ?? null
      const unique = foundBy.uniques[nth]
      if (value === null || unique === undefined) continue
      const holders = getOrMake(
        unique.global ? this.#holders : rows.holders,
        unique.name,
        () => new Map<string, Entry>()
      )
      if (holder === undefined) holders.delete(value)
      else holders.set(value, holder)
    }
  }

  page(of: Collection<Row>, scope: Scope, query: PageQuery): ReadonlyArray<Entry> {
    const filters = Object.entries(query.where ?? {}).map(([index, wanted]) => {
      if (of.indexes[index] === undefined) throw new Error(`${of.name} has no index ${index}`)
      return { index, values: new Set(typeof wanted === "string" ? [wanted] : wanted) }
    })
    return this.#scopes.get(scope)?.page(filters, query) ?? []
  }

  sums(of: Collection<Row>, scope: Scope, name: string, query: SumQuery): ReadonlyArray<Sum> {
    if (of.sums[name] === undefined) throw new Error(`${of.name} has no sum ${name}`)
    return this.#scopes.get(scope)?.sums(name, query) ?? []
  }

  /** Returns the oldest rows of all scopes whose ids are below an id. */
  oldest(idBefore: string, limit: number): ReadonlyArray<Entry> {
    const query: PageQuery = { idTo: idBefore, order: "asc", limit }
    return [...this.#scopes.values()]
      .flatMap((rows) => rows.page([], query))
      .filter(({ row }) => row.id < idBefore)
      .sort((left, right) => compareTexts(left.row.id, right.row.id))
      .slice(0, limit)
  }
}
