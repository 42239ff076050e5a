/** The cost of one test file. */
export interface FileCost {
  readonly file: string
  readonly tests: number
  /** From its import to the end of its last hook. */
  readonly wallMs: number
  /** Processor time, of the processes that it started too. */
  readonly cpuMs: number
}

/** Returns a table of the files that took the longest, with at most this many files. */
export const costTable = (costs: ReadonlyArray<FileCost>, most: number): string => {
  const sorted = costs.toSorted((one, other) => other.wallMs - one.wallMs)
  const rest = sorted.slice(most)
  const rows = sorted.slice(0, most).map(line)
  const more = rest.length > 0 ? [line({ ...sum(rest), file: `${rest.length} other files` })] : []
  return [heading, ...rows, ...more, line({ ...sum(costs), file: "in all" })].join("\n")
}

const heading = "  wall s   cpu s  tests  file"

const line = ({ wallMs, cpuMs, tests, file }: FileCost): string =>
  `${seconds(wallMs)}${seconds(cpuMs)}${`${tests}`.padStart(7)}  ${file}`

const seconds = (ms: number): string => (ms / 1000).toFixed(1).padStart(8)

const sum = (costs: ReadonlyArray<FileCost>): Omit<FileCost, "file"> => ({
  tests: costs.reduce((total, { tests }) => total + tests, 0),
  wallMs: costs.reduce((total, { wallMs }) => total + wallMs, 0),
  cpuMs: costs.reduce((total, { cpuMs }) => total + cpuMs, 0)
})
