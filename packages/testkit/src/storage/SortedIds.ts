/** Where a walk over ids begins and ends. */
export interface IdRange {
  /** Only ids behind this one in the walk's own order. */
  readonly after?: string
  /** Inclusive bounds, whatever the order. */
  readonly idFrom?: string
  readonly idTo?: string
  readonly order: "asc" | "desc"
}

/** Ids in order. New ids mostly go to the end, since they are minted in the order of time. */
export class SortedIds {
  readonly #ids: Array<string> = []

  get size(): number {
    return this.#ids.length
  }

  add(id: string): void {
    this.#ids.splice(this.#countBelow(id), 0, id)
  }

  remove(id: string): void {
    this.#ids.splice(this.#countBelow(id), 1)
  }

  /** The ids of a range, found by bisection and read only as far as they are asked for. */
  *walk(range: IdRange): Generator<string> {
    const ascending = range.order === "asc"
    const { after, idFrom, idTo } = range
    const lowest = Math.max(
      idFrom === undefined ? 0 : this.#countBelow(idFrom),
      after !== undefined && ascending ? this.#countUpTo(after) : 0
    )
    const end = Math.min(
      idTo === undefined ? this.#ids.length : this.#countUpTo(idTo),
      after !== undefined && !ascending ? this.#countBelow(after) : this.#ids.length
    )
    for (let step = 0; step < end - lowest; step++) {
      const id = this.#ids[ascending ? lowest + step : end - 1 - step]
      if (id !== undefined) yield id
    }
  }

  #countBelow(id: string): number {
    let low = 0
    let high = this.#ids.length
    if (high > 0 && (this.#ids[high - 1] ?? "") < id) return high
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#ids[middle] ?? "") < id) low = middle + 1
      else high = middle
    }
    return low
  }

  #countUpTo(id: string): number {
    const below = this.#countBelow(id)
    return this.#ids[below] === id ? below + 1 : below
  }
}

/** Several walks that share no id, merged into one in the same order. */
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
