import { seededRandom } from "@payloom/testkit/fake-provider"

/** Random choices, the same for the same seed. */
export interface Draw {
  /** Returns true with a probability. */
  readonly chance: (probability: number) => boolean
  /** Returns a whole number from 0 to below the limit. */
  readonly below: (limit: number) => number
  /** Returns one element. Throws if there is none. */
  readonly oneOf: <A>(all: ReadonlyArray<A>) => A
}

/** Returns the choices of a seed. */
export const drawOf = (seed: string): Draw => {
  const random = seededRandom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  return {
    chance: (probability) => random() < probability,
    below,
    oneOf: (all) => {
      const found = all[below(all.length)]
      if (found === undefined) throw new Error("There is nothing to choose from.")
      return found
    }
  }
}
