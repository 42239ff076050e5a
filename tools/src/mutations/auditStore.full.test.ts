import { audit, type Finding, type RawRow, type RawRows, type RowSource } from "@payloom/auditor"
import { auditStore } from "@payloom/auditor/store"
import { expect, it } from "vitest"
import { type WorkloadName, workedBooks } from "./workload.ts"

/** Rows in memory, in pages of three. */
const sourceOf = ({ collections, totals }: RawRows): RowSource => ({
  pages: async function* (names) {
    for (const collection of names) {
      const rows = (collections[collection] ?? []).map(textRow)
      for (let from = 0; from < rows.length; from += 3) {
        yield { collection, rows: rows.slice(from, from + 3) }
      }
    }
  },
  ...(totals === undefined ? {} : { totals: async () => totals }),
  close: async () => undefined
})

const textRow = ({ tenant, mode, version, doc }: RawRow) => ({
  tenant,
  mode,
  version,
  text: JSON.stringify(doc)
})

const sorted = (findings: ReadonlyArray<Finding>): ReadonlyArray<string> =>
  findings.map(({ rule, sentence }) => `${rule}: ${sentence}`).sort()

type Change = (row: RawRow, place: number) => ReadonlyArray<RawRow>

/** Faults of a storage: lost rows, rows of an earlier version, and states that nobody decided. */
const faults: Readonly<Record<string, Change>> = {
  none: (row) => [row],
  lost: (row, place) => (place % 3 === 1 ? [] : [row]),
  old: (row, place) => (place % 2 === 0 ? [{ ...row, version: row.version - 1 }] : [row]),
  forged: (row) => [{ ...row, doc: { ...row.doc, status: "succeeded", settledAt: 1 } }]
}

it.each(["sessions", "subscriptions", "refunds", "erasures"] satisfies ReadonlyArray<WorkloadName>)(
  "rows that are audited in parts have the findings of all rows at once, after %s",
  async (name) => {
    const { audited } = await workedBooks(name, () => undefined)
    const { rows, now } = audited
    const books = audited.providers === undefined ? {} : { providers: audited.providers }
    for (const [fault, change] of Object.entries(faults)) {
      for (const [collection, own] of Object.entries(rows.collections)) {
        const collections = { ...rows.collections, [collection]: own.flatMap(change) }
        const changed = { ...rows, collections }
        const whole = audit({ rows: changed, now, isSettled: true, ...books })
        const options = { now, isSettled: true, rowsAtOnce: 1, ...books }
        const { findings } = await auditStore(sourceOf(changed), options)
        expect([fault, collection, sorted(findings)]).toEqual([fault, collection, sorted(whole)])
      }
    }
  }
)

it("findings above the limit are counted by rule, and not returned", async () => {
  const { audited } = await workedBooks("refunds", () => undefined)
  const { collections } = audited.rows
  const rows = { collections: { ...collections, events: [] } }
  const whole = audit({ rows, now: audited.now })
  const { findings, counts } = await auditStore(sourceOf(rows), { now: audited.now, limit: 2 })
  expect(findings).toHaveLength(2)
  const byRule = Map.groupBy(whole, ({ rule }) => rule)
  expect(counts).toEqual(
    Object.fromEntries([...byRule].map(([rule, all]) => [rule, all.length] as const))
  )
})
