const longestMs = 24 * 60 * 60 * 1000

/** What servers write dates as; `Date.parse` would take far more. */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/**
 * For how long a `Retry-After` asks to be left alone, in milliseconds and for a day at most;
 * undefined where it doesn't say.
 */
export const retryAfterMs = (header: string | undefined, now: number): number | undefined => {
  const text = header?.trim() ?? ""
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, longestMs)
  const at = httpDate.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.min(Math.max(at - now, 0), longestMs)
}
