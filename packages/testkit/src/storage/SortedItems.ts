/**
 * Compares two items. Returns a negative number if the left one comes first, 0 if both are the
 * same.
 */
export type Compare<T> = (left: T, right: T) => number

/** A bound of a walk: an item, included or not. */
export interface Bound<T> {
  readonly item: T
  readonly included: boolean
}

/** The range and the order of a walk. */
export interface WalkQuery<T> {
  readonly from?: Bound<T> | undefined
  readonly to?: Bound<T> | undefined
  readonly order: "asc" | "desc"
  /** The largest number of items. */
  readonly limit?: number
}

/** A place between items: before the item `at` of a chunk, or after its last item. */
interface Place {
  readonly chunk: number
  readonly at: number
}

/**
 * A sorted set of items. They are kept in chunks, so adding an item in the middle moves only the
 * items of one chunk.
 */
export class SortedItems<T> {
  readonly #compare: Compare<T>
  readonly #longest: number
  readonly #chunks: Array<Array<T>> = []
  #size = 0

  constructor(compare: Compare<T>, longestChunk = 256) {
    this.#compare = compare
    this.#longest = longestChunk
  }

  get size(): number {
    return this.#size
  }

  get first(): T | undefined {
    return this.#chunks[0]?.[0]
  }

  /** Adds an item. If it is already present, nothing changes. */
  add(item: T): void {
    const chunk = this.#firstChunk(item, false)
    const items = this.#chunks[chunk]
    if (items === undefined) {
      this.#append(item)
    } else {
      const at = this.#placeIn(items, item, false)
      if (this.#isAt(items, at, item)) return
      this.#insert(chunk, items, at, item)
    }
    this.#size++
  }

  /** Removes an item. If it is absent, nothing changes. */
  remove(item: T): void {
    const chunk = this.#firstChunk(item, false)
    const items = this.#chunks[chunk]
    if (items === undefined) return
    const at = this.#placeIn(items, item, false)
    if (!this.#isAt(items, at, item)) return
    this.#size--
    items.splice(at, 1)
    if (items.length === 0) this.#chunks.splice(chunk, 1)
  }

  /**
   * Returns the items of a range. The start is found by bisection, and items are read only on
   * demand.
   */
  *walk({ from, to, order, limit = Number.POSITIVE_INFINITY }: WalkQuery<T>): Generator<T> {
    let left = limit
    const start = from === undefined ? { chunk: 0, at: 0 } : this.#place(from.item, !from.included)
    const end =
      to === undefined ? { chunk: this.#chunks.length, at: 0 } : this.#place(to.item, to.included)
    const ascending = order === "asc"
    for (let step = 0; step <= end.chunk - start.chunk; step++) {
      const chunk = ascending ? start.chunk + step : end.chunk - step
      const items = this.#chunks[chunk] ?? []
      const low = chunk === start.chunk ? start.at : 0
      const high = chunk === end.chunk ? end.at : items.length
      for (let nth = 0; nth < high - low; nth++) {
        if (left-- <= 0) return
        yield items[ascending ? low + nth : high - 1 - nth] as T
      }
    }
  }

  #isAt(items: ReadonlyArray<T>, at: number, item: T): boolean {
    return at < items.length && this.#compare(items[at] as T, item) === 0
  }

  #insert(chunk: number, items: Array<T>, at: number, item: T): void {
    items.splice(at, 0, item)
    if (items.length <= this.#longest) return
    this.#chunks.splice(chunk + 1, 0, items.splice(items.length >>> 1))
  }

  /** Appends an item. Items that arrive in order fill their chunks. */
  #append(item: T): void {
    const last = this.#chunks.at(-1)
    if (last === undefined || last.length >= this.#longest) this.#chunks.push([item])
    else last.push(item)
  }

  /**
   * Returns the place before or after an item. After all items, it is a chunk that doesn't exist.
   */
  #place(item: T, behind: boolean): Place {
    const chunk = this.#firstChunk(item, behind)
    return { chunk, at: this.#placeIn(this.#chunks[chunk] ?? [], item, behind) }
  }

  /** Returns the place in a chunk before or after an item. */
  #placeIn(items: ReadonlyArray<T>, item: T, behind: boolean): number {
    let low = 0
    let high = items.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#isBefore(items[middle] as T, item, behind)) low = middle + 1
      else high = middle
    }
    return low
  }

  /**
   * Returns the first chunk whose last item is not before the item. Checks the last chunk first.
   */
  #firstChunk(item: T, behind: boolean): number {
    const last = this.#chunks.length - 1
    if (last < 0 || this.#isAllBefore(last, item, behind)) return last + 1
    let low = 0
    let high = last
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#isAllBefore(middle, item, behind)) low = middle + 1
      else high = middle
    }
    return low
  }

  #isAllBefore(chunk: number, item: T, behind: boolean): boolean {
    return this.#isBefore((this.#chunks[chunk] as Array<T>).at(-1) as T, item, behind)
  }

  #isBefore(item: T, other: T, orSame: boolean): boolean {
    const order = this.#compare(item, other)
    return order < 0 || (orSame && order === 0)
  }
}
