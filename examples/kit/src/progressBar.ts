const width = 40

/** The time between two lines where there is no terminal, in milliseconds. */
const everyMs = 5000

/**
 * Draws a bar on a terminal, on the error stream, so that it doesn't mix with the output. Without a
 * terminal it writes a line from time to time.
 */
export const progressBar = () => {
  const isTerminal = process.stderr.isTTY === true
  let latest = ""
  let shownAt = Number.NEGATIVE_INFINITY
  return {
    show: (share: number, text: string): void => {
      const filled = Math.round(Math.min(1, share) * width)
      const bar = `${"█".repeat(filled)}${"░".repeat(width - filled)} ${text}`
      const now = performance.now()
      const isEarly = !isTerminal && share < 1 && now - shownAt < everyMs
      if (bar === latest || isEarly) return
      shownAt = now
      latest = bar
      process.stderr.write(isTerminal ? `\r\u001b[2K${bar}` : `${bar}\n`)
    },
    end: (): void => {
      if (isTerminal) process.stderr.write("\n")
    }
  }
}
