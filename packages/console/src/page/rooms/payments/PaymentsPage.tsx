import type { PaymentsPage as Page } from "../../../rooms/payments/PaymentView.ts"
import type { Wire } from "../../../Wire.ts"
import { money } from "../../format/money.ts"
import { Time } from "../../format/time.tsx"
import { named, words } from "../../format/words.ts"
import { dataPath } from "../../frame/api.ts"
import { Link, useAddress, usePlace } from "../../frame/router.tsx"
import { shellData } from "../../frame/shellData.ts"
import { useData } from "../../frame/useData.ts"
import { useMore } from "../../frame/useMore.ts"
import { Icon } from "../../parts/Icon.tsx"
import { List } from "../../parts/List.tsx"
import { Empty } from "../../parts/States.tsx"
import { Status } from "../../parts/Status.tsx"
import { FilterBar } from "./FilterBar.tsx"
import { serverQuery } from "./filters.ts"

type Payments = Wire<Page>
type Row = Payments["data"][number]

/** The list of payments. Its filters are in the address. */
export const PaymentsPage = () => {
  const { query } = useAddress()
  const place = usePlace()
  const server = serverQuery(query).toString()
  const path = server === "" ? "/payments" : `/payments?${server}`
  const isPaymentEvent = (types: ReadonlyArray<string>) =>
    types.some((type) => /^(payment|refund|capture|dispute)\./.test(type))
  const shown = useData<Payments>(path, ({ types }) => isPaymentEvent(types))
  const { data } = shown
  const more = useMore<Row>(path, data)
  const rows = [...(data?.data ?? []), ...more.rows]
  const file = server === "" ? "/payments.csv" : `/payments.csv?${server}`
  return (
    <>
      <div class="head">
        <h1>Payments</h1>
        <a class="button" href={`${shellData.base}/api${dataPath(place, file)}`} download>
          <Icon name="download" />
          Export
        </a>
      </div>
      <FilterBar filters={query} accounts={data?.accounts ?? []} />
      <List
        shown={shown}
        isEmpty={rows.length === 0}
        none={<None isFiltered={query.toString() !== ""} />}
        lines={10}
        more={more}
      >
        <PaymentTable rows={rows} accounts={data?.accounts ?? []} />
      </List>
    </>
  )
}

const None = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <Empty title="No payment matches these filters">
      <p>
        <Link to="/payments">Remove all filters</Link>
      </p>
    </Empty>
  ) : (
    <Empty title="No payment yet">
      <p>A payment appears here the moment it is made.</p>
    </Empty>
  )

interface TableProps {
  readonly rows: ReadonlyArray<Row>
  readonly accounts: Payments["accounts"]
}

/** A table of payments, each with a link to its page. */
export const PaymentTable = ({ rows, accounts }: TableProps) => (
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
        <th scope="col" class="wide">
          Account
        </th>
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
          <td class="wide">{methodOf(row)}</td>
          <td class="wide">
            <bdi class="text">{accounts.find(({ id }) => id === row.mid)?.name ?? ""}</bdi>
          </td>
          <td>
            <Time at={row.created} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const labelOf = ({ amount, currency, status, id }: Row): string =>
  `${money(amount, currency)}, ${words(status)}, payment ${id.slice(-8)}`

const methodOf = ({ method, brand, last4 }: Row): string => {
  const name = brand ?? method
  if (name === null) return ""
  return last4 === null ? named(name) : `${named(name)} •••• ${last4}`
}
