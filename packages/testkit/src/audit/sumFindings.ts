import type { Collection, Row, Scope, StorageReads } from "@payloom/core"
import { Effect } from "effect"

/** Finds sums in the store that differ from the sum of the rows. */
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
        findings.push(
          `${what(key)} is ${amount} in the store, but its rows add ${added ?? "nothing"}`
        )
      }
    }
    for (const [key, added] of left)
      findings.push(`${what(key)} is missing from the store, and its rows add ${added}`)
  }
  return findings satisfies ReadonlyArray<string>
})
