import type { Collection, Row, Scope, StorageReads } from "@payloom/core"
import { Effect } from "effect"

/** What the store keeps as sums of rows, where it isn't what the rows come to one by one. */
export const sumFindings = Effect.fnUntraced(function* <R extends Row>(
  storage: StorageReads,
  scope: Scope,
  of: Collection<R>,
  rows: ReadonlyArray<R>
) {
  const findings: Array<string> = []
  for (const [name, sum] of Object.entries(of.sums)) {
    const kept = yield* storage.sums(scope, of, name, { keyFrom: "", keyTo: "~" })
    const left = new Map<string, bigint>()
    for (const { key, amount } of rows.flatMap((row) => sum.of(row))) {
      left.set(key, (left.get(key) ?? 0n) + amount)
    }
    const what = (key: string) => `the ${name} of ${of.name} under ${key}`
    for (const { key, amount } of kept) {
      const added = left.get(key)
      left.delete(key)
      if (added !== amount) {
        findings.push(`${what(key)} is kept as ${amount}, and its rows add ${added ?? "nothing"}`)
      }
    }
    for (const [key, added] of left) findings.push(`${what(key)} is not kept, and is ${added}`)
  }
  return findings satisfies ReadonlyArray<string>
})
