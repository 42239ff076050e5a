import type { PaymentsPage } from "../../../rooms/payments/PaymentView.ts"
import type { Wire } from "../../../Wire.ts"
import { money } from "../../format/money.ts"
import { Time } from "../../format/time.tsx"
import { named, words } from "../../format/words.ts"
import { Link } from "../../frame/router.tsx"
import { Status } from "../../parts/Status.tsx"

type Payments = Wire<PaymentsPage>

/** A payment of a list. */
export type PaymentRow = Payments["data"][number]

interface TableProps {
  readonly rows: ReadonlyArray<PaymentRow>
  /** The names of accounts. Null leaves the column out. */
  readonly accounts: Payments["accounts"] | null
  /** The names of customers. Null leaves the column out. */
  readonly customers: Payments["customers"] | null
}

/** A table of payments, each with a link to its page. */
export const PaymentTable = ({ rows, accounts, customers }: TableProps) => (
  <table class="rows">
    <thead>
      <tr>
        <th scope="col" class="number">
          Amount
        </th>
        <th scope="col">Status</th>
        <th scope="col" class="wide">
          Method
        </th>
        {customers === null ? null : (
          <th scope="col" class="wide">
            Customer
          </th>
        )}
        {accounts === null ? null : (
          <th scope="col" class="wide">
            Account
          </th>
        )}
        <th scope="col">Created</th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.id}>
          <td class="number">
            <Link class="row-link" to={`/payments/${row.id}`} aria-label={labelOf(row)}>
              {money(row.amount, row.currency)}
            </Link>
          </td>
          <td>
            <Status of={row.status} /> {row.disputed ? <Status of="disputed" /> : null}
            {row.declineCode === null ? null : (
              <span class="soft reason">{words(row.declineCode)}</span>
            )}
          </td>
          <td class={accounts === null ? "wide" : "wide one-line"}>{methodOf(row)}</td>
          {customers === null ? null : (
            <td class="wide fill">
              <bdi class="cut">{customerOf(row, customers)}</bdi>
            </td>
          )}
          {accounts === null ? null : (
            <td class="wide">
              <bdi class="cut short">{accounts.find(({ id }) => id === row.mid)?.name ?? ""}</bdi>
            </td>
          )}
          <td>
            <Time at={row.created} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const labelOf = ({ amount, currency, status, id }: PaymentRow): string =>
  `${money(amount, currency)}, ${words(status)}, payment ${id.slice(-8)}`

const methodOf = ({ method, brand, last4 }: PaymentRow): string => {
  const name = brand ?? method
  if (name === null) return ""
  return last4 === null ? named(name) : `${named(name)} •••• ${last4}`
}

const customerOf = (
  { customer }: PaymentRow,
  customers: ReadonlyArray<Payments["customers"][number]>
): string => {
  if (customer === null) return ""
  const known = customers.find(({ id }) => id === customer)
  return known?.name ?? known?.email ?? `…${customer.slice(-8)}`
}
