import { CustomerCollection } from "@payloom/core"
import { Effect } from "effect"
import { textsOf } from "../../frame/listQuery.ts"
import type { Read, ReadCall } from "../../Room.ts"
import type { CustomerRow, CustomersPage } from "./CustomerView.ts"

const rowsOfPage = 50
const mostFound = 20

/** The customers, newest first, or those that a text finds. */
export const readCustomers: Read = {
  path: "/customers",
  run: async (call): Promise<CustomersPage> => {
    const { text, startingAfter } = textsOf(call.query, ["text", "startingAfter"])
    if (text !== undefined) return { data: await found(call, text.trim()), nextCursor: null }
    const { data, nextCursor } = await call.merchant.customers.list({
      limit: rowsOfPage,
      ...(startingAfter === undefined ? {} : { startingAfter })
    })
    return { data: data.map(rowOf), nextCursor }
  }
}

/** Finds customers by an id, an email address, their reference, or a payment of theirs. */
const found = async (
  { merchant, payloom }: ReadCall,
  text: string
): Promise<ReadonlyArray<CustomerRow>> => {
  const hits = await merchant.reporting.search(text, { limit: mostFound })
  const direct = hits.flatMap(({ customer }) => (customer === null ? [] : [customer.id]))
  const paid = hits.flatMap(({ payment }) => payment?.customer ?? [])
  const ids = [...new Set([...direct, ...paid])]
  if (ids.length === 0) return []
  const { storage } = payloom.services
  const rows = await Effect.runPromise(storage.getMany(merchant.scope, CustomerCollection, ids))
  const byId = new Map<string, CustomerRow>(rows.map(({ row }) => [row.id, rowOf(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const rowOf = ({ id, name, email, reference, created }: CustomerRow): CustomerRow => ({
  ...{ id, name, email, reference, created }
})
