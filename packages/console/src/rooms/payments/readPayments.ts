import type { ConsoleMerchant, Read } from "../../Room.ts"
import { customerNames } from "../customers/customerNames.ts"
import type { AccountName, PaymentsPage } from "./PaymentView.ts"
import { paymentsQuery } from "./paymentsQuery.ts"

const rowsOfPage = 50

/** The list of payments, newest first. A page of rare payments may be empty while more follow. */
export const readPayments: Read = {
  path: "/payments",
  run: async ({ merchant, payloom, query }): Promise<PaymentsPage> => {
    const accounts = await accountNames(merchant)
    const filters = { ...paymentsQuery(query), limit: rowsOfPage }
    const { data, nextCursor } = await merchant.reporting.payments(filters)
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
