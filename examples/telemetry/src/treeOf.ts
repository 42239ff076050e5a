import type { CollectedEvent, CollectedSpan } from "./collector.ts"

/** The attributes that the tree shows beside a name. */
const shown = [
  "payloom.outcome",
  "http.response.status_code",
  "payloom.event.type",
  "payloom.subject"
]

/** A line of the tree: a span or an event. */
interface Row {
  readonly name: string
  readonly startMs: number
  readonly durationMs: number
  readonly attributes: Readonly<Record<string, unknown>>
}

const byStart = (one: Row, other: Row) => one.startMs - other.startMs

/** Draws the spans of a trace and their events as a tree, in the order of their starts. */
export const treeOf = (
  spans: ReadonlyArray<CollectedSpan>,
  trace: string
): ReadonlyArray<string> => {
  const own = spans.filter((span) => span.trace === trace)
  const ids = new Set(own.map(({ id }) => id))
  const draw = (row: CollectedSpan | Row, indent: string): ReadonlyArray<string> => {
    const children =
      "id" in row
        ? [...own.filter(({ parent }) => parent === row.id), ...row.events.map(rowOf)]
        : []
    const below = children.toSorted(byStart).flatMap((child) => draw(child, `${indent}  `))
    return [lineOf(row, indent), ...below]
  }
  const roots = own.filter(({ parent }) => parent === null || !ids.has(parent))
  return roots.toSorted(byStart).flatMap((root) => draw(root, ""))
}

/** An event is recorded when its work is over, and has the duration in seconds. */
const rowOf = ({ name, atMs, attributes }: CollectedEvent): Row => {
  const durationMs = Number(attributes["payloom.duration"] ?? 0) * 1000
  return { name, startMs: atMs - durationMs, durationMs, attributes }
}

const lineOf = ({ name, durationMs, attributes }: Row, indent: string): string => {
  const values = shown.flatMap((key) => (key in attributes ? [String(attributes[key])] : []))
  const named = `${indent}${name}`.padEnd(36)
  return `${named}${durationMs.toFixed(1).padStart(7)} ms  ${values.join("  ")}`.trimEnd()
}
