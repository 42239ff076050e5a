import type { Sum, Summand, SumQuery } from "@payloom/core"
import { getOrMake } from "./getOrMake.ts"
import { SortedIds } from "./SortedIds.ts"

/** An amount that a row adds to a sum, with the sum's name. */
export type Addition = Summand & { readonly sum: string }

/**
 * The amount at one place, and the number of rows that add to it. A part without rows is removed.
 */
interface Part {
  amount: bigint
  additions: number
}

/** The places of a key, in order. */
class KeySum {
  readonly #order = new SortedIds()
  readonly #parts = new Map<string, Part>()

  get isEmpty(): boolean {
    return this.#parts.size === 0
  }

  change(place: string, amount: bigint, additions: 1 | -1): void {
    const part = getOrMake(this.#parts, place, () => {
      this.#order.add(place)
      return { amount: 0n, additions: 0 }
    })
    part.amount += amount
    part.additions += additions
    if (part.additions > 0) return
    this.#parts.delete(place)
    this.#order.remove(place)
  }

  /** Returns the total of the places in the range, or undefined if the range has none. */
  total({ placeFrom: idFrom, placeBefore }: SumQuery): bigint | undefined {
    let total: bigint | undefined
    const range = { order: "asc", ...(idFrom === undefined ? {} : { idFrom }) } as const
    for (const place of this.#order.walk(range)) {
      if (placeBefore !== undefined && place >= placeBefore) break
      total = (total ?? 0n) + (this.#parts.get(place)?.amount ?? 0n)
    }
    return total
  }
}

/** The keys of one sum, in order. */
class KeySums {
  readonly #order = new SortedIds()
  readonly #sums = new Map<string, KeySum>()

  change({ key, place, amount }: Summand, additions: 1 | -1): void {
    const sum = getOrMake(this.#sums, key, () => {
      this.#order.add(key)
      return new KeySum()
    })
    sum.change(place, additions > 0 ? amount : -amount, additions)
    if (!sum.isEmpty) return
    this.#sums.delete(key)
    this.#order.remove(key)
  }

  read(query: SumQuery): ReadonlyArray<Sum> {
    const { keyFrom: idFrom, keyTo: idTo } = query
    return [...this.#order.walk({ idFrom, idTo, order: "asc" })].flatMap((key) => {
      const amount = this.#sums.get(key)?.total(query)
      return amount === undefined ? [] : [{ key, amount }]
    })
  }
}

/** The sums of one collection in one scope. */
export class ScopeSums {
  readonly #names = new Map<string, KeySums>()

  add(additions: ReadonlyArray<Addition>): void {
    this.#change(additions, 1)
  }

  takeBack(additions: ReadonlyArray<Addition>): void {
    this.#change(additions, -1)
  }

  read(name: string, query: SumQuery): ReadonlyArray<Sum> {
    return this.#names.get(name)?.read(query) ?? []
  }

  #change(additions: ReadonlyArray<Addition>, by: 1 | -1): void {
    for (const addition of additions) {
      getOrMake(this.#names, addition.sum, () => new KeySums()).change(addition, by)
    }
  }
}
