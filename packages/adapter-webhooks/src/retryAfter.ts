const longestMs = 24 * 60 * 60 * 1000

/** The date format of HTTP. `Date.parse` would accept far more. */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/**
 * Returns the wait that `Retry-After` asks for, in milliseconds, at most a day. Undefined if it
 * isn't valid.
 */
export const retryAfterMs = (header: string | undefined, now: number): number | undefined => {
  const text = header?.trim() ?? ""
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, longestMs)
  const at = httpDate.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.min(Math.max(at - now, 0), longestMs)
}
