import { seededRandom } from "@payloom/testkit/fake-provider"

/** Random choices under a seed. */
export class Chance {
  readonly #random: () => number

  constructor(seed: string) {
    this.#random = seededRandom(seed)
  }

  /** Returns a whole number from 0 up to below the limit. */
  below(limit: number): number {
    return Math.trunc(this.#random() * limit)
  }

  /** Returns true for this share of the calls, from 0 to 1. */
  is(share: number): boolean {
    return this.#random() < share
  }

  /** Chooses from a list. */
  one<A>(list: ReadonlyArray<A>): A {
    return list[this.below(list.length)] as A
  }

  /** Chooses by weights. */
  weighted<A>(choices: ReadonlyArray<readonly [A, number]>): A {
    let left = this.#random() * choices.reduce((sum, [, weight]) => sum + weight, 0)
    const found = choices.find(([, weight]) => {
      left -= weight
      return left < 0
    })
    return (found ?? choices[0])?.[0] as A
  }
}
