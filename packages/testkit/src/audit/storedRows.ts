import {
  type KeptTotal,
  type ProviderBooks,
  type RawRow,
  type RawRows,
  rawRow
} from "@payloom/auditor"
import {
  type Collection,
  collections as collectionsOfCore,
  LedgerGroupCollection,
  type Row,
  type Scope,
  type StorageReads
} from "@payloom/core"
import { Effect } from "effect"
import type { SandboxBank } from "../sandbox/SandboxBank.ts"
import { everyScope } from "./everyRow.ts"

const pageSize = 500

/**
 * Reads all rows of a storage as the auditor takes them: as texts, with the balances that the
 * storage keeps. Give the collections of modules too, if there are any. Default: those of core.
 * With a scope, reads the rows of one tenant in one mode.
 */
export const storedRows = Effect.fnUntraced(function* (
  storage: StorageReads,
  collections: ReadonlyArray<Collection<Row>> = collectionsOfCore,
  only?: Scope
) {
  const found: Record<string, Array<RawRow>> = {}
  const totals: Array<KeptTotal> = []
  for (const scope of only === undefined ? yield* everyScope(storage) : [only]) {
    for (const of of collections) {
      const rows = found[of.name] ?? []
      rows.push(...(yield* rowsIn(storage, scope, of)))
      found[of.name] = rows
    }
    totals.push(...(yield* totalsIn(storage, scope)))
  }
  return { collections: found, totals } satisfies RawRows
})

const rowsIn = Effect.fnUntraced(function* (
  storage: StorageReads,
  { tenant, mode }: Scope,
  of: Collection<Row>
) {
  const rows: Array<RawRow> = []
  for (let after: string | undefined; ; ) {
    const from = after === undefined ? {} : { after }
    const page = yield* storage.page({ tenant, mode }, of, {
      order: "asc",
      limit: pageSize,
      ...from
    })
    for (const { row, version } of page) rows.push(rawRow(tenant, mode, version, of.encode(row)))
    after = page.at(-1)?.row.id
    if (page.length < pageSize) return rows
  }
})

/** The prefix of the keys of balances over all of time. */
const allTime = "all "

const totalsIn = Effect.fnUntraced(function* (storage: StorageReads, { tenant, mode }: Scope) {
  const sums = yield* storage.sums({ tenant, mode }, LedgerGroupCollection, "balance", {
    keyFrom: allTime,
    keyTo: `${allTime}~`
  })
  return sums.map(
    ({ key, amount }): KeptTotal => ({ tenant, mode, key: key.slice(allTime.length), amount })
  )
})

/** Reads the books of a sandbox's bank as the auditor takes them, at the time of Effect's Clock. */
export const sandboxBooks = Effect.fnUntraced(function* (
  bank: SandboxBank,
  providers: ReadonlyArray<string>
) {
  return {
    providers,
    charges: yield* bank.charges(),
    changes: yield* bank.modifications()
  } satisfies ProviderBooks
})
