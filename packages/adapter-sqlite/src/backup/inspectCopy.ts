import type Database from "better-sqlite3"
import type { CopiedBalance } from "./copyInThread.ts"

/** The adapter's own tables, which have no rows of collections. */
const own: ReadonlySet<string> = new Set(["scopes", "collections", "sums", "sum_totals"])

/** Returns the number of rows of each collection. */
export const rowsIn = (db: Database.Database): { readonly [name: string]: number } => {
  const names = db
    .prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    .pluck()
    .all()
    .filter((name) => !own.has(name) && !name.startsWith("sqlite_"))
  return Object.fromEntries(
    names.map((name) => [
      name,
      Number(
        db
          .prepare(`SELECT count(*) FROM "${name.replaceAll('"', '""')}"`)
          .pluck()
          .get()
      )
    ])
  )
}

interface StoredGroup {
  readonly currency: string
  readonly entries: ReadonlyArray<{ readonly account: string; readonly amount: string }>
}

/** Adds all entries of the ledger, whatever the sums say that the adapter maintains. */
export const balancesIn = (db: Database.Database): ReadonlyArray<CopiedBalance> => {
  const found = new Map<string, { readonly accounts: Set<string>; sum: bigint }>()
  const isThere = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'ledger_groups'").get()
  if (isThere === undefined) return []
  const docs = db.prepare<[], [scope: number, doc: string]>("SELECT scope, doc FROM ledger_groups")
  for (const [scope, doc] of docs.raw().iterate() as Iterable<[number, string]>) {
    const { currency, entries } = groupIn(doc)
    const balance = found.get(currency) ?? { accounts: new Set<string>(), sum: 0n }
    for (const { account, amount } of entries) {
      balance.accounts.add(`${scope} ${account}`)
      balance.sum += BigInt(amount)
    }
    found.set(currency, balance)
  }
  return Array.from(found, ([currency, { accounts, sum }]) => ({
    currency,
    accounts: accounts.size,
    sum: `${sum}`
  }))
}

/** A document that was converted once is stored with its version. */
const groupIn = (doc: string): StoredGroup => {
  const stored = JSON.parse(doc) as StoredGroup | readonly [number, StoredGroup]
  return "length" in stored ? stored[1] : stored
}
