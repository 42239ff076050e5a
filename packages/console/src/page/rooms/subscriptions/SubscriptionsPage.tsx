import type { SubscriptionsPage as Page } from "../../../rooms/subscriptions/SubscriptionView.ts"
import type { Wire } from "../../../Wire.ts"
import { customerLabel } from "../../format/customer.ts"
import { Day } from "../../format/day.tsx"
import { everyInterval } from "../../format/interval.ts"
import { money } from "../../format/money.ts"
import { Link, useAddress } from "../../frame/router.tsx"
import { useData } from "../../frame/useData.ts"
import { useMore } from "../../frame/useMore.ts"
import { Choices, pathWith } from "../../parts/Choices.tsx"
import { List } from "../../parts/List.tsx"
import { Rows } from "../../parts/Rows.tsx"
import { Empty } from "../../parts/States.tsx"
import { Status } from "../../parts/Status.tsx"
import { Text } from "../../parts/Text.tsx"

type Subscriptions = Wire<Page>
type Row = Subscriptions["data"][number]

const statuses: ReadonlyArray<readonly [string, string]> = [
  ["", "All"],
  ["active", "Active"],
  ["past_due", "Past due"],
  ["trialing", "Trialing"],
  ["paused", "Paused"],
  ["pending_first_payment", "Not paid yet"],
  ["canceled", "Canceled"],
  ["terminated", "Terminated"],
  ["expired", "Expired"]
]

/** The list of subscriptions. Its filters are in the address. */
export const SubscriptionsPage = () => {
  const { query } = useAddress()
  const asked = query.toString()
  const path = asked === "" ? "/subscriptions" : `/subscriptions?${asked}`
  const shown = useData<Subscriptions>(path, ({ types }) =>
    types.some((type) => type.startsWith("subscription."))
  )
  const { data } = shown
  const more = useMore<Row, Subscriptions>(path, data)
  const rows = [...(data?.data ?? []), ...more.rows]
  const pages = [...(data === null ? [] : [data]), ...more.pages]
  return (
    <>
      <div class="head">
        <h1>Subscriptions</h1>
        <Choices
          label="Status"
          choices={statuses}
          value={query.get("status") ?? ""}
          to={(status) => pathWith("/subscriptions", query, "status", status)}
        />
      </div>
      <List
        shown={shown}
        isEmpty={rows.length === 0}
        none={<None isFiltered={asked !== ""} />}
        lines={10}
        more={more}
      >
        <SubscriptionTable
          rows={rows}
          customers={pages.flatMap(({ customers }) => customers)}
          plans={pages.flatMap(({ plans }) => plans)}
        />
      </List>
    </>
  )
}

const None = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <Empty title="No subscription matches">
      <p>
        <Link to="/subscriptions">Show all subscriptions</Link>
      </p>
    </Empty>
  ) : (
    <Empty title="No subscription yet">
      <p>
        A subscription begins with <code>subscriptions.create</code>, or when a payer pays a
        checkout session of a plan.
      </p>
    </Empty>
  )

interface TableProps extends Pick<Subscriptions, "plans"> {
  readonly rows: ReadonlyArray<Row>
  /** Null if all rows belong to the customer of the page. */
  readonly customers: Subscriptions["customers"] | null
}

/** A table of subscriptions, each with a link to its page. */
export const SubscriptionTable = ({ rows, customers, plans }: TableProps) => (
  <Rows
    rows={rows}
    columns={[
      customers === null
        ? null
        : {
            head: "Customer",
            cell: (row) => <RowLink row={row}>{customerOf(row, customers)}</RowLink>
          },
      customers === null
        ? { head: "Plan", cell: (row) => <RowLink row={row}>{planOf(row, plans)}</RowLink> }
        : { head: "Plan", class: "wide", cell: (row) => <Text>{planOf(row, plans)}</Text> },
      {
        head: "Price",
        cells: "one-line",
        cell: ({ amount, currency, interval }) => (
          <>
            {money(amount, currency)} <span class="soft">{everyInterval(interval)}</span>
          </>
        )
      },
      { head: "Status", cell: ({ status }) => <Status of={status} /> },
      { head: "Next", class: "wide", cell: (row) => <Next row={row} /> }
    ]}
  />
)

const RowLink = ({ row, children }: { row: Row; children: string }) => (
  <Link class="row-link" to={`/subscriptions/${row.id}`}>
    <Text>{children}</Text>
  </Link>
)

const customerOf = ({ customer }: Row, customers: Subscriptions["customers"]): string =>
  customerLabel(
    customers.find(({ id }) => id === customer) ?? { id: customer, name: null, email: null }
  )

const planOf = ({ plan }: Row, plans: Subscriptions["plans"]): string =>
  plan === null ? "Terms of its own" : (plans.find(({ id }) => id === plan)?.name ?? plan)

/** The next step of a subscription, with its day. */
const Next = ({ row }: { row: Row }) => {
  const { status, cancelAtPeriodEnd, currentPeriodEnd, canceledAt, resumesAt } = row
  if (canceledAt !== null) {
    return (
      <span class="soft">
        Ended <Day at={canceledAt} />
      </span>
    )
  }
  if (status === "paused") {
    return resumesAt === null ? (
      <span class="soft">Waits to be resumed</span>
    ) : (
      <>
        Resumes <Day at={resumesAt} />
      </>
    )
  }
  if (status === "past_due") return <>Overdue</>
  if (status === "pending_first_payment") return <>First charge</>
  return (
    <>
      {cancelAtPeriodEnd ? "Ends " : "Charged "}
      <Day at={currentPeriodEnd} />
    </>
  )
}
