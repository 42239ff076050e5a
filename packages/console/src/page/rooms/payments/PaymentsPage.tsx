import { useEffect } from "preact/hooks"
import type { PaymentsPage as Page } from "../../../rooms/payments/PaymentView.ts"
import type { Wire } from "../../../Wire.ts"
import { Link, useAddress } from "../../frame/router.tsx"
import { useData } from "../../frame/useData.ts"
import { type More, useMore } from "../../frame/useMore.ts"
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
  // The cursor of stale data belongs to other filters.
  const isSearching = useOlder(rows.length === 0 && !shown.isStale, more)
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
        none={
          isSearching ? <Searching /> : <None query={query.toString()} hasMore={more.hasMore} />
        }
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

/** The most pages that are read by themselves. Each passes a thousand payments. */
const mostByThemselves = 20

/** Reads older pages until one has a payment. Returns true while it does. */
const useOlder = (isEmpty: boolean, more: More): boolean => {
  const { pages, hasMore, isLoading, error, load } = more
  const isSearching = isEmpty && hasMore && error === null && pages.length < mostByThemselves
  useEffect(() => {
    if (isSearching && !isLoading) load()
  }, [isSearching, isLoading, pages.length])
  return isSearching
}

const Searching = () => (
  <div role="status">
    <Empty title="No recent payment matches these filters">
      <p>Older payments are being searched.</p>
    </Empty>
  </div>
)

const None = ({ query, hasMore }: { query: string; hasMore: boolean }) =>
  query === "" ? (
    <Empty title="No payment yet">
      <p>A payment appears here the moment it is made.</p>
    </Empty>
  ) : (
    <Empty
      title={
        hasMore ? "No recent payment matches these filters" : "No payment matches these filters"
      }
    >
      <p>
        <Link to="/payments">Remove all filters</Link>
      </p>
    </Empty>
  )
