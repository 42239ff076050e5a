import type { PlansPage as Page } from "../../../rooms/plans/PlanView.ts"
import type { Wire } from "../../../Wire.ts"
import { everyInterval } from "../../format/interval.ts"
import { money } from "../../format/money.ts"
import { Time } from "../../format/time.tsx"
import { count } from "../../format/words.ts"
import { Link, useAddress } from "../../frame/router.tsx"
import { useData } from "../../frame/useData.ts"
import { useMore } from "../../frame/useMore.ts"
import { Choices, pathWith } from "../../parts/Choices.tsx"
import { List } from "../../parts/List.tsx"
import { Rows } from "../../parts/Rows.tsx"
import { Empty } from "../../parts/States.tsx"
import { Status } from "../../parts/Status.tsx"
import { Text } from "../../parts/Text.tsx"

type Plans = Wire<Page>
type Row = Plans["data"][number]

const statuses: ReadonlyArray<readonly [string, string]> = [
  ["", "All"],
  ["active", "Active"],
  ["grandfathered", "Grandfathered"],
  ["retired", "Retired"]
]

/** The plans, newest first. */
export const PlansPage = () => {
  const { query } = useAddress()
  const asked = query.toString()
  const path = asked === "" ? "/plans" : `/plans?${asked}`
  const shown = useData<Plans>(path)
  const { data } = shown
  const more = useMore<Row>(path, data)
  const rows = [...(data?.data ?? []), ...more.rows]
  return (
    <>
      <div class="head">
        <h1>Plans</h1>
        <Choices
          label="Status"
          choices={statuses}
          value={query.get("status") ?? ""}
          to={(status) => pathWith("/plans", query, "status", status)}
        />
      </div>
      <List
        shown={shown}
        isEmpty={rows.length === 0}
        none={<None isFiltered={asked !== ""} />}
        lines={6}
        more={more}
      >
        <Table rows={rows} />
      </List>
    </>
  )
}

const None = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <Empty title="No plan has this status">
      <p>
        <Link to="/plans">Show all plans</Link>
      </p>
    </Empty>
  ) : (
    <Empty title="No plan yet">
      <p>
        A plan is made by <code>plans.create</code>.
      </p>
    </Empty>
  )

const Table = ({ rows }: { rows: ReadonlyArray<Row> }) => (
  <Rows
    rows={rows}
    columns={[
      {
        head: "Plan",
        cell: ({ id, name, version }) => (
          <>
            <Link class="row-link" to={`/plans/${id}`}>
              <Text>{name}</Text>
            </Link>
            {version > 1 ? <span class="soft reason">version {version}</span> : null}
          </>
        )
      },
      {
        head: "Price",
        cells: "one-line",
        cell: ({ amount, currency, interval }) => (
          <>
            {money(amount, currency)} <span class="soft">{everyInterval(interval)}</span>
          </>
        )
      },
      {
        head: "Trial",
        class: "wide",
        cell: ({ trial }) => (trial === null ? null : count(trial.days, "day"))
      },
      { head: "Status", cell: ({ status }) => <Status of={status} /> },
      { head: "Created", class: "wide", cell: ({ created }) => <Time at={created} /> }
    ]}
  />
)
