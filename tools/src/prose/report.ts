import type { Linted } from "./lint.ts"

/** Returns every complaint about some files on a line of its own, as editors open them. */
export const complaintLines = (linted: ReadonlyArray<Linted>): ReadonlyArray<string> =>
  linted.flatMap(({ path, complaints }) =>
    complaints
      .toSorted((one, other) => one.line - other.line)
      .map(({ line, rule, what }) => `${path}:${line} ${rule}: ${what}`)
  )

const countOf = ({ complaints }: Linted, rule: string): number =>
  complaints.filter((complaint) => complaint.rule === rule).length

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((a, b) => a + b, 0)

/** Returns how many sentences begin with a clause, per 1,000 lines of prose. */
export const openingsPer1000 = (linted: ReadonlyArray<Linted>): number => {
  const lines = sum(linted.map((each) => each.lines))
  return lines === 0 ? 0 : (sum(linted.map((each) => countOf(each, "opening"))) / lines) * 1000
}

const documents = "documents"

/** Documents are one group, and code is grouped by its package. */
const groupOf = (path: string): string => {
  if (path.endsWith(".md")) return documents
  return /^(?:(?:packages|examples)\/[^/]+|bench|docs|tools)\//.exec(path)?.[0].slice(0, -1) ?? "."
}

const shownFiles = 20

/** Returns a table of the complaints by package and rule, the measure, and the worst files. */
export const summary = (
  linted: ReadonlyArray<Linted>,
  rules: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const groups = Object.entries(Object.groupBy(linted, ({ path }) => groupOf(path)))
    .map(([name, files = []]) => ({ name, files }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
  const rows = [...groups, { name: "total", files: linted }].map(({ name, files }) => [
    name,
    sum(files.map(({ lines }) => lines)).toLocaleString("en"),
    openingsPer1000(files).toFixed(1),
    ...rules.map((rule) => String(sum(files.map((file) => countOf(file, rule)))))
  ])
  const worst = linted
    .filter(({ complaints }) => complaints.length > 0)
    .toSorted((one, other) => other.complaints.length - one.complaints.length)
    .slice(0, shownFiles)
  return [
    ...aligned([["", "lines", "openings per 1,000", ...rules], ...rows]),
    "",
    "Most complaints:",
    ...worst.map(({ path, complaints }) => `${String(complaints.length).padStart(6)}  ${path}`)
  ]
}

/** The first column is aligned left, all others right. */
const aligned = (rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0))
  )
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)
      )
      .join("  ")
  )
}
