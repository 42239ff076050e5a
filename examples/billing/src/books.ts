import { BillingCycleCollection, type Collection, PaymentCollection, type Row } from "@payloom/core"
import { everyRow, type Simulation } from "@payloom/testkit"
import Database from "better-sqlite3"
import { Effect } from "effect"
import type { Books, Document } from "./audit.ts"
import type { Bank } from "./bank.ts"
import type { Simulated } from "./simulate.ts"

/** The rows as they are stored: read from the file past the engine, or from its memory. */
export const booksOf = async ({ lab, bank, file, subscriptions }: Simulated): Promise<Books> =>
  file === null
    ? {
        billing_cycles: await fromMemory(lab, BillingCycleCollection),
        payments: await fromMemory(lab, PaymentCollection),
        subscriptions,
        bank: bank.totals()
      }
    : booksInFile(file, bank, subscriptions)

/** The same of a file that several processes wrote. */
export const booksInFile = (
  file: string,
  bank: Bank,
  subscriptions: Books["subscriptions"]
): Books => ({
  billing_cycles: fromFile(file, "billing_cycles"),
  payments: fromFile(file, "payments"),
  subscriptions,
  bank: bank.totals()
})

const fromMemory = async <R extends Row & { readonly amount: bigint }>(
  { payloom, shop }: Simulation,
  of: Collection<R>
): Promise<ReadonlyArray<Document>> => {
  const rows = await Effect.runPromise(everyRow(payloom.services.storage, shop.scope, of))
  return rows.map((row): Document => ({ ...(row as object), amount: String(row.amount) }))
}

function* fromFile(file: string, table: string): Generator<Document> {
  const db = new Database(file, { readonly: true })
  for (const { doc } of db.prepare(`SELECT doc FROM ${table}`).iterate() as Iterable<{
    readonly doc: string
  }>) {
    yield JSON.parse(doc) as Document
  }
  db.close()
}
