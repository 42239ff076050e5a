/** The step chose something of which there is nothing yet, so it does nothing. */
export class NothingThere extends Error {
  override readonly name = "NothingThere"
}

/** Turns the numbers of a call into choices, one number for each choice. */
export class Draw {
  readonly #numbers: ReadonlyArray<number>
  #used = 0

  constructor(numbers: ReadonlyArray<number>) {
    this.#numbers = numbers
  }

  /** Returns a number from 0 to 99. Without numbers left it is 0. */
  number(): number {
    this.#used += 1
    return this.#numbers[this.#used - 1] ?? 0
  }

  /** Chooses from a list. An empty list ends the step with `NothingThere`. */
  one<A>(list: ReadonlyArray<A>): A {
    const number = this.number()
    if (list.length === 0) throw new NothingThere()
    return list[number % list.length] as A
  }

  /** Returns true for the upper part of the numbers, by default for half of them. */
  chance(percent = 50): boolean {
    return this.number() >= 100 - percent
  }

  /** Returns a share of an amount, from 1 percent to 120, and at least 1. */
  shareOf(amount: bigint): bigint {
    const share = (amount * BigInt((1 + (this.number() * 119) / 99) | 0)) / 100n
    return share > 0n ? share : 1n
  }
}
