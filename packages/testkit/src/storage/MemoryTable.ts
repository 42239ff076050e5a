import { type Collection, type PageQuery, type Row, type Scope, scopeKey } from "@payloom/core"
import type { Entry, UniquePlace } from "./Entry.ts"
import { getOrMake } from "./getOrMake.ts"
import { JobQueue } from "./JobQueue.ts"
import { type Holders, ScopeRows } from "./ScopeRows.ts"
import { compareTexts } from "./SortedIds.ts"

/** The rows of one collection, of all scopes. */
export class MemoryTable {
  /** The jobs among them; there are none but in the table of jobs. */
  readonly jobs = new JobQueue()
  readonly #scopes = new Map<string, ScopeRows>()
  readonly #holders: Holders = new Map()

  get(scope: Scope, id: string): Entry | undefined {
    return this.#scopes.get(scopeKey(scope))?.rows.get(id)
  }

  /** The row that has a unique key's value. */
  holder(of: Collection<Row>, key: string, scope: Scope | "any", value: string): Entry | undefined {
    const unique = of.unique[key]
    if (unique === undefined) throw new Error(`${of.name} has no unique key ${key}`)
    if (scope === "any" && !unique.global) throw new Error(`${of.name}.${key} is not a global key`)
    const ofAll = scope === "any" || unique.global
    const holders = ofAll ? this.#holders : this.#scopes.get(scopeKey(scope))?.holders
    const holder = holders?.get(key)?.get(value)
    const visible = scope === "any" || holder === undefined || sameScope(holder.scope, scope)
    return visible ? holder : undefined
  }

  /** The name of the first unique key of an entry that another row has. */
  takenKey(entry: Entry): string | undefined {
    const inScope = this.#scopes.get(scopeKey(entry.scope))?.holders
    return entry.places.find(({ key, global, value }) => {
      const holder = (global ? this.#holders : inScope)?.get(key)?.get(value)
      return (
        holder !== undefined && !(holder.id === entry.id && sameScope(holder.scope, entry.scope))
      )
    })?.key
  }

  /** Puts one entry in the place of another of the same row; either may be nothing. */
  replace(before: Entry | undefined, after: Entry | undefined): void {
    const scope = after?.scope ?? before?.scope
    if (scope === undefined) return
    const rows = getOrMake(this.#scopes, scopeKey(scope), () => new ScopeRows())
    rows.replace(before, after)
    const holdersOf = ({ global, key }: UniquePlace) =>
      getOrMake(global ? this.#holders : rows.holders, key, () => new Map<string, Entry>())
    for (const place of before?.places ?? []) holdersOf(place).delete(place.value)
    if (before?.job) this.jobs.remove(before.job)
    if (after === undefined) return
    for (const place of after.places) holdersOf(place).set(place.value, after)
    if (after.job) this.jobs.add(after.job)
  }

  page(of: Collection<Row>, scope: Scope, query: PageQuery): ReadonlyArray<Entry> {
    const filters = Object.entries(query.where ?? {}).map(([index, wanted]) => {
      if (of.indexes[index] === undefined) throw new Error(`${of.name} has no index ${index}`)
      return { index, values: new Set(typeof wanted === "string" ? [wanted] : wanted) }
    })
    return this.#scopes.get(scopeKey(scope))?.page(filters, query) ?? []
  }

  /** The oldest rows of all scopes that are older than an id. */
  oldest(idBefore: string, limit: number): ReadonlyArray<Entry> {
    const query: PageQuery = { idTo: idBefore, order: "asc", limit }
    return [...this.#scopes.values()]
      .flatMap((rows) => rows.page([], query))
      .filter(({ id }) => id < idBefore)
      .sort((left, right) => compareTexts(left.id, right.id))
      .slice(0, limit)
  }
}

const sameScope = (left: Scope, right: Scope): boolean =>
  left.tenant === right.tenant && left.mode === right.mode
