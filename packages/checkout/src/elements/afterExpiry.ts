/** By then the server has ended a session that nobody paid. */
const leewayMs = 2000
/** A browser's timers know no longer time. */
const longestTimerMs = 2 ** 31 - 1

/** Does something once a session's time is up, unless the signal is aborted before. */
export const afterExpiry = (expiresAt: string, signal: AbortSignal, then: () => void): void => {
  const leftMs = Date.parse(expiresAt) - Date.now() + leewayMs
  if (leftMs > longestTimerMs) return
  const timer = setTimeout(then, leftMs)
  signal.addEventListener("abort", () => clearTimeout(timer))
}
