import type { CopyProgress } from "./copy/CopyProgress.ts"
import type { Copied } from "./copyStore.ts"

const width = 30

/**
 * Draws a progress bar on a terminal's error stream, so that the output stays clean. Draws nothing
 * if the error stream is not a terminal.
 */
export const copyBar = (isShown: boolean) => {
  const isBar = isShown && process.stderr.isTTY === true
  const write = (line: string) => process.stderr.write(`\r\u001b[2K${line}`)
  return {
    show: ({ phase, collection, share, rows }: CopyProgress): void => {
      if (!isBar) return
      const filled = Math.round(share * width)
      const bar = "█".repeat(filled) + "░".repeat(width - filled)
      const verb = phase === "copy" ? "copying" : "proving"
      write(`${bar} ${Math.round(share * 100)} %  ${verb} ${collection}, ${rows} rows`)
    },
    end: (): void => {
      if (isBar) write("")
    }
  }
}

/** Returns a copy as JSON. Amounts are strings. */
export const copiedAsJson = (copied: Copied, seconds: number): string =>
  JSON.stringify({ ...copied, seconds }, (_, value: unknown) =>
    typeof value === "bigint" ? `${value}` : value
  )

/** Returns a copy as a table. */
export const copiedAsText = (copied: Copied, seconds: number): string => {
  const filled = copied.collections.filter(({ rows }) => rows > 0)
  const longest = Math.max(10, ...filled.map(({ collection }) => collection.length))
  const lines = filled.map(
    ({ collection, rows, sha256 }) =>
      `  ${collection.padEnd(longest)}  ${String(rows).padStart(10)}  ${sha256.slice(0, 16)}`
  )
  const books = copied.trialBalance.map(
    ({ currency, accounts, sum }) => `  ${currency}: ${accounts} accounts with the sum ${sum}`
  )
  return [
    `Both stores have the same ${copied.rows} rows (${seconds} s in all):`,
    ...lines,
    ...(books.length === 0 ? [] : ["The balances of both are equal:", ...books])
  ].join("\n")
}
