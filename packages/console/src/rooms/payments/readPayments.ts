import type { ConsoleMerchant, Read } from "../../Room.ts"
import { customerNames } from "../customers/customerNames.ts"
import type { AccountName, PaymentsPage } from "./PaymentView.ts"
import { paymentsQuery } from "./paymentsQuery.ts"

const rowsOfPage = 50

/** The number of pages that one answer may read. */
const mostReads = 2

/** The list of payments, newest first. */
export const readPayments: Read = {
  path: "/payments",
  run: async ({ merchant, payloom, query }): Promise<PaymentsPage> => {
    const accounts = await accountNames(merchant)
    const filters = { ...paymentsQuery(query), limit: rowsOfPage }
    let page = await merchant.reporting.payments(filters)
    // A page of rare payments may be empty, while more payments follow.
    for (let reads = 1; reads < mostReads && page.data.length === 0; reads++) {
      if (page.nextCursor === null) break
      page = await merchant.reporting.payments({ ...filters, startingAfter: page.nextCursor })
    }
    const { data, nextCursor } = page
    const paid = data.map(({ customer }) => customer)
    return {
      ...{ data, nextCursor, accounts },
      customers: await customerNames(payloom, merchant.scope, paid)
    }
  }
}

/** Returns the merchant's accounts by name. */
export const accountNames = async ({
  routing
}: ConsoleMerchant): Promise<ReadonlyArray<AccountName>> =>
  (await routing.listMids()).map(({ id, name, provider, enabled }) => ({
    ...{ id, name, provider, enabled }
  }))
