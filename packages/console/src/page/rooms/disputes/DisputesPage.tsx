import type { DisputesPage as Page } from "../../../rooms/disputes/DisputeView.ts"
import type { Wire } from "../../../Wire.ts"
import { customerLabel } from "../../format/customer.ts"
import { Day } from "../../format/day.tsx"
import { money } from "../../format/money.ts"
import { words } from "../../format/words.ts"
import { Link, useAddress } from "../../frame/router.tsx"
import { useData } from "../../frame/useData.ts"
import { useMore } from "../../frame/useMore.ts"
import { Choices, pathWith } from "../../parts/Choices.tsx"
import { List } from "../../parts/List.tsx"
import { Empty } from "../../parts/States.tsx"
import { Status } from "../../parts/Status.tsx"
import { Text } from "../../parts/Text.tsx"
import { Deadline, groupOf, groupTitles } from "./Deadline.tsx"

type Disputes = Wire<Page>
type Row = Disputes["data"][number]

const lists: ReadonlyArray<readonly [string, string]> = [
  ["", "By deadline"],
  ["open", "All open"],
  ["closed", "Closed"]
]

/** The disputes: those that wait for evidence by their deadlines, or all of them. */
export const DisputesPage = () => {
  const { query } = useAddress()
  const asked = query.toString()
  const path = asked === "" ? "/disputes" : `/disputes?${asked}`
  const shown = useData<Disputes>(path, ({ types }) =>
    types.some((type) => type.startsWith("dispute."))
  )
  const { data } = shown
  const more = useMore<Row, Disputes>(path, data)
  const show = query.get("show") ?? ""
  const pages = [...(data === null ? [] : [data]), ...more.pages]
  const rows = [...(data?.data ?? []), ...more.rows]
  const known = {
    payments: pages.flatMap(({ payments }) => payments),
    customers: pages.flatMap(({ customers }) => customers),
    now: data?.now ?? 0
  }
  const groups = show === "" ? groupsOf(rows, known.now) : [{ title: null, rows }]
  return (
    <>
      <div class="head">
        <h1>Disputes</h1>
        <Choices
          label="List"
          choices={lists}
          value={show}
          to={(value) => pathWith("/disputes", query, "show", value)}
        />
      </div>
      <List
        shown={shown}
        isEmpty={rows.length === 0}
        none={<None show={show} />}
        lines={8}
        more={more}
      >
        <DisputeTable groups={groups} {...known} />
      </List>
    </>
  )
}

const None = ({ show }: { show: string }) => {
  if (show === "closed") return <Empty title="No dispute is closed" />
  if (show === "open") return <Empty title="No dispute is open" />
  return (
    <Empty title="No dispute waits for evidence">
      <p>
        Disputes appear here when a provider reports them.{" "}
        <Link to="/disputes?show=open">All open disputes</Link> are in a list of their own.
      </p>
    </Empty>
  )
}

interface Group {
  /** Null if the list has no groups. */
  readonly title: string | null
  readonly rows: ReadonlyArray<Row>
}

const groupsOf = (rows: ReadonlyArray<Row>, now: number): ReadonlyArray<Group> => {
  const titles = rows.map(({ evidenceDueBy }) => groupOf(evidenceDueBy, now))
  return groupTitles
    .filter((title) => titles.includes(title))
    .map((title) => ({
      title,
      rows: rows.filter((_, at) => titles[at] === title)
    }))
}

interface Known extends Pick<Disputes, "payments" | "customers" | "now"> {}

const DisputeTable = ({ groups, ...known }: Known & { groups: ReadonlyArray<Group> }) => (
  <table class="rows">
    <thead>
      <tr>
        <th scope="col">Customer</th>
        <th scope="col" class="number">
          Amount
        </th>
        <th scope="col" class="wide">
          Stage
        </th>
        <th scope="col" class="wide">
          Reason
        </th>
        <th scope="col">Evidence due</th>
      </tr>
    </thead>
    {groups.map(({ title, rows }) => (
      <tbody key={title ?? ""}>
        {title === null ? null : (
          <tr class="group-row">
            <th scope="rowgroup" colSpan={5}>
              {title}
            </th>
          </tr>
        )}
        {rows.map((row) => (
          <TableRow key={row.id} row={row} {...known} />
        ))}
      </tbody>
    ))}
  </table>
)

const TableRow = ({ row, payments, customers, now }: Known & { row: Row }) => (
  <tr>
    <td>
      <Link class="row-link" to={`/disputes/${row.id}`}>
        <Text>{payerOf(row, payments, customers)}</Text>
      </Link>
    </td>
    <td class="number">{money(row.amount, row.currency)}</td>
    <td class="wide">
      <Status of={row.stage} />
    </td>
    <td class="wide">{words(row.reason)}</td>
    <td>
      {row.resolvedAt === null ? (
        <Deadline at={row.evidenceDueBy} stage={row.stage} now={now} />
      ) : (
        <span class="soft">
          Closed <Day at={row.resolvedAt} />
        </span>
      )}
    </td>
  </tr>
)

const payerOf = (
  { payment, id }: Row,
  payments: Disputes["payments"],
  customers: Disputes["customers"]
): string => {
  const payer = payments.find((one) => one.id === payment)?.customer
  const customer = customers.find((one) => one.id === payer)
  return customer === undefined ? `Dispute …${id.slice(-8)}` : customerLabel(customer)
}
