/** Returns the wait that a server asks for, in milliseconds. Null if it asks for none. */
export const retryAfterMs = (headers: Headers): number | null => {
  const value = headers.get("retry-after")
  if (value === null) return null
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000
  const time = Date.parse(value)
  return Number.isNaN(time) ? null : Math.max(0, time - Date.now())
}
