import type { SessionsPage as Page } from "../../../rooms/sessions/SessionView.ts"
import type { Wire } from "../../../Wire.ts"
import { customerLabel } from "../../format/customer.ts"
import { money } from "../../format/money.ts"
import { Time } from "../../format/time.tsx"
import { Link, useAddress } from "../../frame/router.tsx"
import { useData } from "../../frame/useData.ts"
import { useMore } from "../../frame/useMore.ts"
import { Choices, pathWith } from "../../parts/Choices.tsx"
import { List } from "../../parts/List.tsx"
import { Rows } from "../../parts/Rows.tsx"
import { Empty } from "../../parts/States.tsx"
import { Status } from "../../parts/Status.tsx"
import { Text } from "../../parts/Text.tsx"

type Sessions = Wire<Page>
type Row = Sessions["data"][number]

const statuses: ReadonlyArray<readonly [string, string]> = [
  ["", "All"],
  ["created", "Not opened"],
  ["active", "Opened"],
  ["processing", "Processing"],
  ["succeeded", "Paid"],
  ["failed", "Failed"],
  ["expired", "Expired"],
  ["canceled", "Canceled"]
]

/** The checkout sessions, newest first. */
export const SessionsPage = () => {
  const { query } = useAddress()
  const asked = query.toString()
  const path = asked === "" ? "/sessions" : `/sessions?${asked}`
  const shown = useData<Sessions>(path, ({ types }) =>
    types.some((type) => type.startsWith("payment.") || type.startsWith("checkout_session."))
  )
  const { data } = shown
  const more = useMore<Row, Sessions>(path, data)
  const rows = [...(data?.data ?? []), ...more.rows]
  const pages = [...(data === null ? [] : [data]), ...more.pages]
  return (
    <>
      <div class="head">
        <h1>Checkout sessions</h1>
        <Choices
          label="Status"
          choices={statuses}
          value={query.get("status") ?? ""}
          to={(status) => pathWith("/sessions", query, "status", status)}
        />
      </div>
      <List
        shown={shown}
        isEmpty={rows.length === 0}
        none={<None isFiltered={asked !== ""} />}
        lines={10}
        more={more}
      >
        <Table rows={rows} customers={pages.flatMap(({ customers }) => customers)} />
      </List>
    </>
  )
}

const None = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <Empty title="No session has this status">
      <p>
        <Link to="/sessions">Show all sessions</Link>
      </p>
    </Empty>
  ) : (
    <Empty title="No checkout session yet">
      <p>
        A session is made by <code>checkout.create</code> for each payer who goes to pay.
      </p>
    </Empty>
  )

interface TableProps extends Pick<Sessions, "customers"> {
  readonly rows: ReadonlyArray<Row>
}

const Table = ({ rows, customers }: TableProps) => (
  <Rows
    rows={rows}
    columns={[
      {
        head: "Amount",
        class: "number",
        cell: (row) => (
          <Link class="row-link" to={`/sessions/${row.id}`}>
            {row.amount === "0" ? "Saves a card" : money(row.amount, row.currency)}
          </Link>
        )
      },
      {
        head: "Status",
        cell: ({ status, mode }) => (
          <>
            <Status of={status} />
            {mode === "subscription" ? <span class="soft reason">Subscription</span> : null}
          </>
        )
      },
      {
        head: "Description",
        class: "wide",
        cell: ({ description }) => (description === null ? null : <Text>{description}</Text>)
      },
      { head: "Customer", class: "wide", cell: (row) => <Text>{payerOf(row, customers)}</Text> },
      { head: "Created", cell: ({ created }) => <Time at={created} /> }
    ]}
  />
)

const payerOf = ({ customer }: Row, customers: Sessions["customers"]): string => {
  const known = customers.find(({ id }) => id === customer)
  return known === undefined ? "" : customerLabel(known)
}
