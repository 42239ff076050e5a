import {
  BillingCycleCollection,
  type Collection,
  EventCollection,
  PaymentCollection,
  type Row
} from "@payloom/core"
import { openPastEngine } from "@payloom/example-kit/pastEngine"
import { everyRow, type Simulation } from "@payloom/testkit"
import { Effect } from "effect"
import type { Books, Document } from "./audit.ts"
import type { Bank } from "./bank.ts"
import type { Simulated } from "./simulate.ts"

/** Reads the stored rows: from the database without the engine, or from its memory. */
export const booksOf = async ({ lab, bank, storage, subscriptions }: Simulated): Promise<Books> =>
  storage === null
    ? {
        billing_cycles: await fromMemory(lab, BillingCycleCollection),
        payments: await fromMemory(lab, PaymentCollection),
        past_due: await eventsInMemory(lab, pastDue),
        subscriptions,
        bank: bank.totals()
      }
    : booksAt(storage, bank, subscriptions)

/** Reads the stored rows of a database that several processes wrote to. */
export const booksAt = (
  address: string,
  bank: Bank,
  subscriptions: Books["subscriptions"]
): Books => ({
  billing_cycles: fromTable(address, "billing_cycles"),
  payments: fromTable(address, "payments"),
  past_due: fromTable(address, "events", `by_type = '${pastDue}'`),
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

const pastDue = "subscription.past_due"

const eventsInMemory = async (
  { payloom, shop }: Simulation,
  type: string
): Promise<ReadonlyArray<Document>> => {
  const events: Array<Document> = []
  const query = { where: { type }, order: "asc", limit: 500 } as const
  let after: string | undefined
  for (;;) {
    const from = after === undefined ? {} : { after }
    const page = await Effect.runPromise(
      payloom.services.storage.page(shop.scope, EventCollection, { ...query, ...from })
    )
    events.push(...page.map(({ row }): Document => ({ ...row })))
    after = page.at(-1)?.row.id
    if (page.length < query.limit) return events
  }
}

async function* fromTable(
  address: string,
  table: string,
  where = "TRUE"
): AsyncGenerator<Document> {
  const { rows, close } = await openPastEngine(address)
  try {
    for await (const { doc } of rows<{ readonly doc: string }>(
      `SELECT CAST(doc AS TEXT) AS doc FROM ${table} WHERE ${where}`
    )) {
      yield JSON.parse(doc) as Document
    }
  } finally {
    await close()
  }
}
