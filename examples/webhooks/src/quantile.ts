/** The value that such a share of all is below; not a number where there is none. */
export const quantile = (values: ReadonlyArray<number>, share: number): number => {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN
}
