/** Consecutive charges that failed without a fault of the card. */
export interface ModelBlock {
  readonly since: number
  readonly failedAt: number
  readonly failures: number
}

const blockedMinutes = [1, 10, 60, 360, 720]

/** Returns the time of the next charge of a cycle that failed without a fault of the card. */
export const blockedRetryAt = ({ failedAt, failures }: ModelBlock): number =>
  failedAt + (blockedMinutes[failures - 1] ?? 720) * 60_000

/**
 * Returns the remaining retry dates. An outage uses up one date at most, and later dates are
 * delayed by the time that it took.
 */
export const datesLeft = (
  {
    dates,
    blocked
  }: { readonly dates: ReadonlyArray<number>; readonly blocked: ModelBlock | null },
  now: number
): ReadonlyArray<number> => {
  const since = blocked?.since ?? now
  const left = dates.filter((date) => date > since)
  return left.every((date) => date > now) ? left : left.map((date) => date + now - since)
}
