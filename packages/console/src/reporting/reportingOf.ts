import type { Payment } from "@payloom/core"
import type { ConsoleMerchant } from "../Room.ts"
import type { ReportedPayment, Reporting } from "./Reporting.ts"

/** Returns the reads that go over all payments of a merchant. */
export const reportingOf = (merchant: ConsoleMerchant): Reporting => ({
  payments: async ({ status, createdGte, createdLte, limit, startingAfter }) => {
    const page = await merchant.payments.list({
      ...(status === undefined ? {} : { status }),
      ...(createdGte === undefined ? {} : { createdGte }),
      ...(createdLte === undefined ? {} : { createdLte }),
      ...(limit === undefined ? {} : { limit }),
      ...(startingAfter === undefined ? {} : { startingAfter })
    })
    return { ...page, data: page.data.map(reported) }
  },
  search: async (text) => {
    const payment = await merchant.payments.retrieve(text).catch(() => null)
    return { data: payment === null ? [] : [payment] }
  }
})

const reported = (payment: Payment): ReportedPayment => {
  const { id, created, status, amount, currency, amountRefunded, disputed, customer } = payment
  return {
    ...{ id, created, status, amount, currency, amountRefunded, disputed, customer },
    ...{ method: null, brand: null, last4: null, mid: null },
    declineCode: payment.decline?.code ?? null
  }
}
