import { type Bound, type Compare, SortedItems } from "./SortedItems.ts"

/** The bounds and the order of a walk over ids. */
export interface IdRange {
  /** Only ids after this one, in the order of the walk. */
  readonly after?: string
  /** Inclusive bounds, in either order. */
  readonly idFrom?: string
  readonly idTo?: string
  readonly order: "asc" | "desc"
}

/** Compares texts by their code units, which is the order of ids. */
export const compareTexts: Compare<string> = (left, right) =>
  left < right ? -1 : left > right ? 1 : 0

/** A sorted set of ids. */
export class SortedIds {
  readonly #ids: SortedItems<string>

  constructor(longestChunk?: number) {
    this.#ids = new SortedItems(compareTexts, longestChunk)
  }

  get size(): number {
    return this.#ids.size
  }

  add(id: string): void {
    this.#ids.add(id)
  }

  remove(id: string): void {
    this.#ids.remove(id)
  }

  /**
   * Returns the ids of a range. The start is found by bisection, and ids are read only on demand.
   */
  walk({ after, idFrom, idTo, order }: IdRange): Generator<string> {
    const behind = after === undefined ? undefined : { item: after, included: false }
    const from = idFrom === undefined ? undefined : { item: idFrom, included: true }
    const to = idTo === undefined ? undefined : { item: idTo, included: true }
    return order === "asc"
      ? this.#ids.walk({ from: narrower(behind, from, "asc"), to, order })
      : this.#ids.walk({ from, to: narrower(behind, to, "desc"), order })
  }
}

/**
 * Returns the stricter of two bounds on the same side. If both have the same id, returns `behind`.
 */
const narrower = (
  behind: Bound<string> | undefined,
  bound: Bound<string> | undefined,
  order: "asc" | "desc"
): Bound<string> | undefined => {
  if (behind === undefined || bound === undefined) return behind ?? bound
  if (behind.item === bound.item) return behind
  return behind.item > bound.item === (order === "asc") ? behind : bound
}

/** Merges walks that share no id into one walk in the same order. */
export function* mergeWalks(
  walks: ReadonlyArray<Generator<string>>,
  order: "asc" | "desc"
): Generator<string> {
  const heads = walks.map((walk) => ({ walk, next: walk.next() }))
  for (;;) {
    let first: (typeof heads)[number] | undefined
    for (const head of heads) {
      if (head.next.done) continue
      if (first === undefined || head.next.value < first.next.value === (order === "asc")) {
        first = head
      }
    }
    if (first === undefined) return
    yield first.next.value
    first.next = first.walk.next()
  }
}
