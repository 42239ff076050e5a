/** Charges that failed in a row though no card was to blame. */
export interface ModelBlock {
  readonly since: number
  readonly failedAt: number
  readonly failures: number
}

const blockedMinutes = [1, 10, 60, 360, 720]

/** When a cycle is charged again that no card is to blame for. */
export const blockedRetryAt = ({ failedAt, failures }: ModelBlock): number =>
  failedAt + (blockedMinutes[failures - 1] ?? 720) * 60_000

/** An outage uses up one date at most, and later ones wait for as long as it took to get there. */
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
