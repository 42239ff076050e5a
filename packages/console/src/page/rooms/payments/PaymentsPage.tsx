import type { PaymentsPage as Page } from "../../../rooms/payments/PaymentView.ts"
import type { Wire } from "../../../Wire.ts"
import { Link, useAddress } from "../../frame/router.tsx"
import { useData } from "../../frame/useData.ts"
import { useMore } from "../../frame/useMore.ts"
import { List } from "../../parts/List.tsx"
import { Empty } from "../../parts/States.tsx"
import { ExportMenu } from "./ExportMenu.tsx"
import { FilterBar } from "./FilterBar.tsx"
import { serverQuery } from "./filters.ts"
import { type PaymentRow, PaymentTable } from "./PaymentTable.tsx"

type Payments = Wire<Page>

/** The list of payments. Its filters are in the address. */
export const PaymentsPage = () => {
  const { query } = useAddress()
  const server = serverQuery(query).toString()
  const path = server === "" ? "/payments" : `/payments?${server}`
  const isPaymentEvent = (types: ReadonlyArray<string>) =>
    types.some((type) => /^(payment|refund|capture|dispute)\./.test(type))
  const shown = useData<Payments>(path, ({ types }) => isPaymentEvent(types))
  const { data } = shown
  const more = useMore<PaymentRow, Payments>(path, data)
  const pages = data === null ? [] : [data, ...more.pages]
  const rows = [...(data?.data ?? []), ...more.rows]
  return (
    <>
      <div class="head">
        <h1>Payments</h1>
        <ExportMenu filters={query} />
      </div>
      <FilterBar filters={query} accounts={data?.accounts ?? []} />
      <List
        shown={shown}
        isEmpty={rows.length === 0}
        none={<None isFiltered={query.toString() !== ""} />}
        lines={10}
        more={more}
      >
        <PaymentTable
          rows={rows}
          accounts={data?.accounts ?? []}
          customers={pages.flatMap(({ customers }) => customers)}
        />
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
