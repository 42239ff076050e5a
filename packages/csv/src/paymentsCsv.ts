import { amountsAs, type Cell, linesOf, momentText, type WriteOptions } from "./writeCsv.ts"

/** A payment to write, such as those that `reporting.payments` lists. */
export interface PaymentToWrite {
  readonly id: string
  /** The time of creation, in milliseconds since the epoch. */
  readonly created: number
  readonly status: string
  /** The amount in minor units of the currency. */
  readonly amount: bigint
  /** An ISO 4217 code. */
  readonly currency: string
  /** The refunded amount in minor units. */
  readonly amountRefunded: bigint
  readonly disputed: boolean
  readonly method: string | null
  readonly brand: string | null
  readonly last4: string | null
  /** The id of the merchant account. */
  readonly mid: string | null
  readonly declineCode: string | null
  readonly customer: string | null
}

/** The options of {@link paymentsCsv}. */
export interface PaymentsCsvOptions extends WriteOptions {
  /** The names of merchant accounts by their ids. Other accounts are written as their ids. */
  readonly accounts?: ReadonlyMap<string, string>
}

/**
 * Writes pages of payments as CSV, in pieces, and holds one page at a time. There is a line for
 * each payment, with the columns `created`, `payment`, `status`, `amount`, `currency`, `refunded`,
 * `disputed`, `method`, `brand`, `last4`, `account`, `decline_code` and `customer`.
 */
export async function* paymentsCsv(
  pages: AsyncIterable<ReadonlyArray<PaymentToWrite>>,
  options: PaymentsCsvOptions = {}
): AsyncGenerator<string, void> {
  const as = amountsAs(options)
  const { accounts = new Map<string, string>() } = options
  let head: ReadonlyArray<ReadonlyArray<Cell>> = [
    [
      ...as.header("created", "payment", "status", "#amount", "currency", "#refunded", "disputed"),
      ...["method", "brand", "last4", "account", "decline_code", "customer"]
    ]
  ]
  for await (const page of pages) {
    const lines = page.map((payment): ReadonlyArray<Cell> => {
      const { mid, currency } = payment
      return [
        momentText(payment.created),
        payment.id,
        payment.status,
        as.cell(payment.amount, currency),
        currency,
        as.cell(payment.amountRefunded, currency),
        payment.disputed ? "yes" : "no",
        payment.method,
        payment.brand,
        payment.last4,
        mid === null ? null : (accounts.get(mid) ?? mid),
        payment.declineCode,
        payment.customer
      ]
    })
    const text = linesOf([...head, ...lines])
    head = []
    if (text !== "") yield text
  }
  if (head.length > 0) yield linesOf(head)
}
