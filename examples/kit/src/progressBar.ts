const width = 40

/** Draws a bar on a terminal, on the error stream, so that it doesn't mix with the output. */
export const progressBar = (isShown: boolean) => {
  const isTerminal = process.stderr.isTTY === true
  let latest = ""
  return {
    show: (share: number, text: string): void => {
      if (!isShown) return
      const filled = Math.round(Math.min(1, share) * width)
      const bar = `${"█".repeat(filled)}${"░".repeat(width - filled)} ${text}`
      if (bar === latest) return
      latest = bar
      process.stderr.write(isTerminal ? `\r\u001b[2K${bar}` : `${bar}\n`)
    },
    end: (): void => {
      if (isShown && isTerminal) process.stderr.write("\n")
    }
  }
}
