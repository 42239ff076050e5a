import { type HomeView, homeRanges } from "../../../rooms/home/HomeView.ts"
import type { Wire } from "../../../Wire.ts"
import { Link, useAddress } from "../../frame/router.tsx"
import { useData } from "../../frame/useData.ts"
import { Failure, Loading } from "../../parts/States.tsx"
import { Accounts } from "./Accounts.tsx"
import { AttentionTiles } from "./AttentionTiles.tsx"
import { Declines } from "./Declines.tsx"
import { Volume } from "./Volume.tsx"

type View = Wire<HomeView>

/** The first page: what needs somebody, and how business goes. */
export const HomePage = () => {
  const { query } = useAddress()
  const asked = Number(query.get("days") ?? "7")
  const days = homeRanges.find((range) => range === asked) ?? 7
  const { data, error, isStale, reload } = useData<View>(`/home?days=${days}`, () => true)
  return (
    <>
      <div class="head">
        <h1>Home</h1>
        <nav class="ranges" aria-label="Range of time">
          {homeRanges.map((range) => (
            <Link
              key={range}
              to={`/?days=${range}`}
              aria-current={range === days ? "true" : undefined}
            >
              {range === 1 ? "Today" : `${range} days`}
            </Link>
          ))}
        </nav>
      </div>
      {error !== null && data === null ? <Failure error={error} retry={reload} /> : null}
      {data === null && error === null ? <Loading lines={8} /> : null}
      {data === null ? null : (
        <div aria-busy={isStale}>
          <Lag lag={data.lag} />
          <AttentionTiles attention={data.attention} />
          <Volume figures={data.figures} />
          <div class="halves">
            <Accounts figures={data.figures} accounts={data.accounts} />
            <Declines figures={data.figures} />
          </div>
          <p class="soft">Hours and days are in UTC.</p>
        </div>
      )}
    </>
  )
}

const minuteMs = 60_000

/** Says if figures and lists are old, and why. */
const Lag = ({ lag: { isRunning, behindMs } }: { lag: View["lag"] }) => {
  const isBehind = behindMs === null || behindMs >= minuteMs
  if (!isBehind) return null
  if (!isRunning || behindMs === null) {
    return (
      <p class="notice">
        Nothing keeps lists and figures up to date. Call <code>payloom.reporting.run()</code> in one
        of your processes.
      </p>
    )
  }
  const minutes = Math.round(behindMs / minuteMs)
  return <p class="notice">These figures are about {minutes} min behind the payments.</p>
}
