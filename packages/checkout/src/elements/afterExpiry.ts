/** The time after which the server has surely ended an unpaid session. */
const leewayMs = 2000
/** The longest time that a browser's timer supports. */
const longestTimerMs = 2 ** 31 - 1

/** Calls `then` once a session has expired, unless the signal is aborted before. */
export const afterExpiry = (expiresAt: string, signal: AbortSignal, then: () => void): void => {
  const leftMs = Date.parse(expiresAt) - Date.now() + leewayMs
  if (leftMs > longestTimerMs) return
  const timer = setTimeout(then, leftMs)
  signal.addEventListener("abort", () => clearTimeout(timer))
}
