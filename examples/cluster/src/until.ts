import { setTimeout as pause } from "node:timers/promises"

/** A primary is replaced when its lease has ended. It may also need a moment for its own start. */
export const patienceMs = 120_000

const lookEveryMs = 100

/** Looks until something is found. Rejects with the complaint after two minutes. */
export const until = async <A>(look: () => Promise<A | null>, complaint: string): Promise<A> => {
  const giveUpAt = performance.now() + patienceMs
  for (;;) {
    const found = await look()
    if (found !== null) return found
    if (performance.now() > giveUpAt) throw new Error(complaint)
    await pause(lookEveryMs)
  }
}

/** Asks all at once, and returns the first that is so, or null. */
export const firstOf = async <A>(
  all: ReadonlyArray<A>,
  is: (one: A) => Promise<boolean>
): Promise<A | null> => {
  const found = await Promise.all(all.map(is))
  return all.find((_, at) => found[at] === true) ?? null
}
