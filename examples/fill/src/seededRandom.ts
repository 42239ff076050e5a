/** A source of random numbers. */
export interface Random {
  /** Returns a number from 0 to 1. */
  readonly next: () => number
  /** Returns a whole number below a limit. */
  readonly below: (limit: number) => number
  /** Returns one of some values. */
  readonly one: <A>(values: readonly [A, ...ReadonlyArray<A>]) => A
}

/** Returns a source of random numbers. The same seed gives the same numbers. */
export const seededRandom = (seed: string): Random => {
  let state = [...seed].reduce(
    (hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16_777_619),
    7
  )
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    const more = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed))
    return ((more ^ (more >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { next, below, one: (values) => values[below(values.length)] ?? values[0] }
}
