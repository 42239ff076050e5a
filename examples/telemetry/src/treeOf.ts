import type { CollectedSpan } from "./collector.ts"

/** The attributes that the tree shows beside a name. */
const shown = [
  "payloom.outcome",
  "http.response.status_code",
  "payloom.event.type",
  "payloom.subject"
]

const byStart = (one: CollectedSpan, other: CollectedSpan) => one.startMs - other.startMs

/** Draws the spans of a trace as a tree, in the order of their starts. */
export const treeOf = (
  spans: ReadonlyArray<CollectedSpan>,
  trace: string
): ReadonlyArray<string> => {
  const own = spans.filter((span) => span.trace === trace)
  const ids = new Set(own.map(({ id }) => id))
  const draw = (span: CollectedSpan, indent: string): ReadonlyArray<string> => [
    lineOf(span, indent),
    ...own
      .filter(({ parent }) => parent === span.id)
      .toSorted(byStart)
      .flatMap((child) => draw(child, `${indent}  `))
  ]
  const roots = own.filter(({ parent }) => parent === null || !ids.has(parent))
  return roots.toSorted(byStart).flatMap((root) => draw(root, ""))
}

const lineOf = ({ name, durationMs, attributes }: CollectedSpan, indent: string): string => {
  const values = shown.flatMap((key) => (key in attributes ? [String(attributes[key])] : []))
  const named = `${indent}${name}`.padEnd(36)
  return `${named}${durationMs.toFixed(1).padStart(7)} ms  ${values.join("  ")}`.trimEnd()
}
