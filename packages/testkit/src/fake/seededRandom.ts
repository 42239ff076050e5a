/** Returns a source of random numbers from 0 to 1. The same seed gives the same numbers. */
export const seededRandom = (seed: string): (() => number) => {
  let state = [...seed].reduce(
    (hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16777619),
    7
  )
  return () => {
    state = (state + 0x6d2b79f5) | 0
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    const more = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed))
    return ((more ^ (more >>> 14)) >>> 0) / 4294967296
  }
}
