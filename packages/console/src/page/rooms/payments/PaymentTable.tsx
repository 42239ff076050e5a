import type { PaymentsPage } from "../../../rooms/payments/PaymentView.ts"
import type { Wire } from "../../../Wire.ts"
import { money } from "../../format/money.ts"
import { Time } from "../../format/time.tsx"
import { named, words } from "../../format/words.ts"
import { Link } from "../../frame/router.tsx"
import { Rows } from "../../parts/Rows.tsx"
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
  <Rows
    rows={rows}
    columns={[
      {
        head: "Amount",
        class: "number",
        cell: (row) => (
          <Link class="row-link" to={`/payments/${row.id}`} aria-label={labelOf(row)}>
            {money(row.amount, row.currency)}
          </Link>
        )
      },
      {
        head: "Status",
        cell: ({ status, disputed, declineCode }) => (
          <>
            <Status of={status} /> {disputed ? <Status of="disputed" /> : null}
            {declineCode === null ? null : <span class="soft reason">{words(declineCode)}</span>}
          </>
        )
      },
      {
        head: "Method",
        class: "wide",
        ...(accounts === null ? {} : { cells: "one-line" }),
        cell: methodOf
      },
      customers === null
        ? null
        : {
            head: "Customer",
            class: "wide",
            cells: "fill",
            cell: (row) => <bdi class="cut">{customerOf(row, customers)}</bdi>
          },
      accounts === null
        ? null
        : {
            head: "Account",
            class: "wide",
            cell: (row) => (
              <bdi class="cut short">{accounts.find(({ id }) => id === row.mid)?.name ?? ""}</bdi>
            )
          },
      { head: "Created", cell: ({ created }) => <Time at={created} /> }
    ]}
  />
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
