import { type Payment, type PaymentStatus, paymentCodec } from "@payloom/core"
import type { Run } from "../../command/Command.ts"
import { amountText, orDash, statusCell, timeText } from "../../output/format.ts"
import type { Column, Table } from "../../output/Output.ts"
import { collectPages } from "../../target/collectPages.ts"

interface Given {
  readonly status: ReadonlyArray<string>
  readonly from: number | undefined
  readonly to: number | undefined
  readonly limit: number
  readonly after: string | undefined
}

/** Lists payments, newest first. */
export const listPayments: Run<Given, "either"> = async (given, { target }) => {
  const { payments } = await target.shop()
  const query = {
    ...(given.status.length === 0 ? {} : { status: given.status as ReadonlyArray<PaymentStatus> }),
    ...(given.from === undefined ? {} : { createdGte: given.from }),
    ...(given.to === undefined ? {} : { createdLte: given.to })
  }
  const page = await collectPages(given.limit, given.after, (cursor) =>
    payments.list({ ...query, ...cursor })
  )
  return {
    kind: "table",
    table: paymentTable(page.data),
    json: {
      object: "list",
      data: page.data.map((each) => paymentCodec.encode(each)),
      has_more: page.nextCursor !== null,
      next_cursor: page.nextCursor
    },
    notes: page.nextCursor === null ? [] : [`There are more: add --after ${page.nextCursor}`]
  }
}

const columns: ReadonlyArray<Column> = [
  { title: "Payment" },
  { title: "Created (UTC)" },
  { title: "Status" },
  { title: "Amount", align: "right" },
  { title: "Refunded", align: "right" },
  { title: "Decline", shrinks: true },
  { title: "Customer" }
]

const paymentTable = (payments: ReadonlyArray<Payment>): Table => ({
  columns,
  rows: payments.map((payment) => [
    payment.id,
    timeText(payment.created),
    statusCell(payment.status),
    amountText(payment.amount, payment.currency),
    payment.amountRefunded === 0n ? "-" : amountText(payment.amountRefunded, payment.currency),
    orDash(payment.decline?.code),
    orDash(payment.customer)
  ]),
  empty: "There are no such payments."
})
