/** The median and the longest of some times. */
export interface Times {
  readonly median: number
  readonly worst: number
}

/** Returns the median and the longest of some times, in their unit. 0 if there are none. */
export const timesOf = (all: ReadonlyArray<number>): Times => {
  const sorted = all.toSorted((one, other) => one - other)
  return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, worst: sorted.at(-1) ?? 0 }
}
