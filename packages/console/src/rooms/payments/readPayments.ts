import type { ConsoleMerchant, Read } from "../../Room.ts"
import { reportingOf } from "../../reporting/reportingOf.ts"
import type { AccountName, PaymentsPage } from "./PaymentView.ts"
import { paymentsQuery } from "./paymentsQuery.ts"

const rowsOfPage = 50

/** The list of payments, newest first. */
export const readPayments: Read = {
  path: "/payments",
  run: async ({ merchant, query }): Promise<PaymentsPage> => {
    const [page, accounts] = await Promise.all([
      reportingOf(merchant).payments({ ...paymentsQuery(query), limit: rowsOfPage }),
      accountNames(merchant)
    ])
    return { data: page.data, nextCursor: page.nextCursor, accounts }
  }
}

/** Returns the merchant's accounts by name. */
export const accountNames = async ({
  routing
}: ConsoleMerchant): Promise<ReadonlyArray<AccountName>> =>
  (await routing.listMids()).map(({ id, name, provider, enabled }) => ({
    ...{ id, name, provider, enabled }
  }))
