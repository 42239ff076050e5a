interface Interval {
  readonly unit: string
  readonly count: number
}

/** Returns a billing interval in words: `every month`, `every 2 weeks`. */
export const everyInterval = ({ unit, count }: Interval): string =>
  count === 1 ? `every ${unit}` : `every ${count} ${unit}s`
