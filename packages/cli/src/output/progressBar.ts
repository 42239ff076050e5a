import type { Terminal } from "../command/Terminal.ts"
import { cutToWidth } from "./displayWidth.ts"
import { safeText } from "./safeText.ts"

const width = 30

/** A bar that is drawn again and again in one line. */
export interface ProgressBar {
  /** Draws the share, from 0 to 1, and what is done now. */
  readonly show: (share: number, what: string) => void
  /** Removes the bar, if it was drawn. */
  readonly end: () => void
}

/**
 * Draws a progress bar on the error stream, so that the output stays clean. Draws nothing if the
 * error stream is no terminal.
 */
export const progressBar = ({ stderr, env }: Terminal, isWanted: boolean): ProgressBar => {
  const isShown = isWanted && stderr.isTTY === true && env.TERM !== "dumb"
  const write = (line: string) => stderr.write(`\r\u001b[2K${line}`)
  let isDrawn = false
  return {
    show: (share, what) => {
      if (!isShown) return
      isDrawn = true
      const filled = Math.round(share * width)
      const bar = "█".repeat(filled) + "░".repeat(width - filled)
      const text = `${bar} ${Math.round(share * 100)} %  ${safeText(what)}`
      write(cutToWidth(text, (stderr.columns ?? 80) - 1))
    },
    end: () => {
      if (isDrawn) write("")
    }
  }
}
