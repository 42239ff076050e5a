import type { FormTree } from "../form.ts"
import { missing } from "../refusals.ts"

interface Ordered {
  readonly size: number
  readonly ids: ReadonlyArray<string>
  readonly places: ReadonlyMap<string, number>
}

const known = new WeakMap<object, Ordered>()

/** Returns the ids of a map in the order of their creation. It is computed again when it grows. */
const orderOf = (kept: ReadonlyMap<string, unknown>): Ordered => {
  const found = known.get(kept)
  if (found?.size === kept.size) return found
  const ids = [...kept.keys()]
  const ordered = { size: kept.size, ids, places: new Map(ids.map((id, at) => [id, at])) }
  known.set(kept, ordered)
  return ordered
}

/**
 * Returns a page of a list, newest first, at a cost that doesn't depend on the length of the list.
 */
export const pageOf = <A>(
  kept: ReadonlyMap<string, A>,
  form: FormTree,
  what: string,
  view: (each: A) => object | null
): object => {
  const { ids, places } = orderOf(kept)
  const limit = Math.min(Number(form.limit ?? 10), 100)
  const after = form.starting_after
  const from = typeof after === "string" ? places.get(after) : ids.length
  if (from === undefined) throw missing(what, String(after))
  const data: Array<object> = []
  let place = from - 1
  for (; place >= 0 && data.length < limit; place--) {
    const each = kept.get(ids[place] ?? "")
    const shown = each === undefined ? null : view(each)
    if (shown !== null) data.push(shown)
  }
  return { object: "list", url: `/v1/${what}s`, data, has_more: place >= 0 }
}
