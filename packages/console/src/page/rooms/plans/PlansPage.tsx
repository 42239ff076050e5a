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
import { ShowMore } from "../../parts/ShowMore.tsx"
import { Empty, Failure, Loading } from "../../parts/States.tsx"
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
  const { data, error, isStale, reload } = useData<Plans>(path)
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
      {error !== null && data === null ? <Failure error={error} retry={reload} /> : null}
      {data === null && error === null ? <Loading lines={6} /> : null}
      {data !== null && rows.length === 0 ? <None isFiltered={asked !== ""} /> : null}
      {rows.length === 0 ? null : (
        <div class="card" aria-busy={isStale}>
          <Table rows={rows} />
        </div>
      )}
      <ShowMore more={more} />
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
  <table class="rows">
    <thead>
      <tr>
        <th scope="col">Plan</th>
        <th scope="col">Price</th>
        <th scope="col" class="wide">
          Trial
        </th>
        <th scope="col">Status</th>
        <th scope="col" class="wide">
          Created
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ id, name, version, amount, currency, interval, trial, status, created }) => (
        <tr key={id}>
          <td>
            <Link class="row-link" to={`/plans/${id}`}>
              <Text>{name}</Text>
            </Link>
            {version > 1 ? <span class="soft reason">version {version}</span> : null}
          </td>
          <td class="one-line">
            {money(amount, currency)} <span class="soft">{everyInterval(interval)}</span>
          </td>
          <td class="wide">{trial === null ? null : count(trial.days, "day")}</td>
          <td>
            <Status of={status} />
          </td>
          <td class="wide">
            <Time at={created} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
