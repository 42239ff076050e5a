/** A line of the result: a figure and its bound. */
export interface Line {
  readonly name: string
  readonly value: number
  readonly bound: string
  readonly meaning: string
}

const rounded = (value: number): number => Math.round(value * 100) / 100

/**
 * Prints the lines and the durations in microseconds. Prints one line of JSON if `--json` is given.
 */
export const say = (
  lines: ReadonlyArray<Line>,
  absolute: Readonly<Record<string, number>>
): void => {
  if (process.argv.includes("--json")) {
    const ratios = Object.fromEntries(lines.map(({ name, value }) => [name, rounded(value)]))
    const microseconds = Object.fromEntries(
      Object.entries(absolute).map(([name, value]) => [name, rounded(value)])
    )
    process.stdout.write(`${JSON.stringify({ ratios, absolute: microseconds })}\n`)
    return
  }
  for (const { name, value, bound, meaning } of lines) {
    const figure = rounded(value).toFixed(2).padStart(8)
    process.stdout.write(`${name.padEnd(26)}${figure}  ${bound.padEnd(8)}${meaning}\n`)
  }
  for (const [name, value] of Object.entries(absolute)) {
    process.stdout.write(`${name.padEnd(34)}${value.toFixed(0).padStart(8)} us\n`)
  }
}
