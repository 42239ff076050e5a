import { useMemo, useState } from "preact/hooks"
import type { HomeView } from "../../../rooms/home/HomeView.ts"
import type { Wire } from "../../../Wire.ts"
import { decimalOf, money } from "../../format/money.ts"
import { count } from "../../format/words.ts"
import { Chart } from "../../parts/Chart.tsx"

type Figures = Wire<HomeView>["figures"]

const inHours = new Intl.DateTimeFormat(undefined, {
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC"
})
const inDays = new Intl.DateTimeFormat(undefined, {
  day: "numeric",
  month: "short",
  timeZone: "UTC"
})

const compact = new Intl.NumberFormat(undefined, { notation: "compact" })

/** The captured amounts of the range, with a chart and a table of its periods. */
export const Volume = ({ figures }: { figures: Figures }) => {
  const { volume } = figures.total
  const usual = volume.toSorted((one, other) => other.payments - one.payments)[0]?.currency ?? ""
  const [chosen, setChosen] = useState("")
  const currency = volume.some((one) => one.currency === chosen) ? chosen : usual
  const total = volume.find((one) => one.currency === currency)
  const bars = useMemo(
    () => (currency === "" ? [] : barsOf(figures, currency)),
    [figures, currency]
  )
  const time = (at: number) => (figures.by === "hour" ? inHours : inDays).format(at)
  return (
    <section class="card">
      <div class="head">
        <h2>Volume</h2>
        {volume.length > 1 ? (
          <label>
            <span class="hidden">Currency</span>
            <select
              value={currency}
              onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            >
              {volume.map((one) => (
                <option key={one.currency}>{one.currency}</option>
              ))}
            </select>
          </label>
        ) : null}
      </div>
      {total === undefined ? (
        <p class="soft">No payment was captured in this time.</p>
      ) : (
        <>
          <dl class="numbers">
            <div>
              <dt>Captured</dt>
              <dd>{money(total.captured, currency)}</dd>
              <dd class="soft">{count(total.payments, "payment")}</dd>
            </div>
            <div>
              <dt>Refunded</dt>
              <dd>{money(total.refunded, currency)}</dd>
              <dd class="soft">{count(total.refunds, "refund")}</dd>
            </div>
            <div>
              <dt>Recovered by another account</dt>
              <dd>{money(total.recoveredByCascade, currency)}</dd>
              <dd class="soft">after a decline</dd>
            </div>
            <div>
              <dt>Recovered by retries</dt>
              <dd>{money(total.recoveredByDunning, currency)}</dd>
              <dd class="soft">of renewals</dd>
            </div>
          </dl>
          <Chart
            label={`Captured ${currency} by ${figures.by}`}
            bars={bars}
            axis={(value) => compact.format(value)}
            time={time}
          />
          <details>
            <summary>Show as a table</summary>
            <VolumeTable figures={figures} currency={currency} time={time} />
          </details>
        </>
      )}
    </section>
  )
}

const volumeIn = (period: Figures["periods"][number], currency: string) =>
  period.volume.find((one) => one.currency === currency)

const barsOf = (figures: Figures, currency: string) =>
  figures.periods.map((period) => {
    const volume = volumeIn(period, currency)
    const captured = volume?.captured ?? "0"
    const format = figures.by === "hour" ? inHours : inDays
    const payments = count(volume?.payments ?? 0, "payment")
    return {
      at: period.start,
      value: Number(decimalOf(captured, currency)),
      text: `${format.format(period.start)}: ${money(captured, currency)}, ${payments}`
    }
  })

interface VolumeTableProps {
  readonly figures: Figures
  readonly currency: string
  readonly time: (at: number) => string
}

const VolumeTable = ({ figures, currency, time }: VolumeTableProps) => (
  <table class="small">
    <thead>
      <tr>
        <th scope="col">{figures.by === "hour" ? "Hour" : "Day"}</th>
        <th scope="col" class="number">
          Captured
        </th>
        <th scope="col" class="number">
          Payments
        </th>
        <th scope="col" class="number">
          Refunded
        </th>
      </tr>
    </thead>
    <tbody>
      {figures.periods.map((period) => {
        const volume = volumeIn(period, currency)
        return (
          <tr key={period.start}>
            <th scope="row">{time(period.start)}</th>
            <td class="number">{money(volume?.captured ?? "0", currency)}</td>
            <td class="number">{volume?.payments ?? 0}</td>
            <td class="number">{money(volume?.refunded ?? "0", currency)}</td>
          </tr>
        )
      })}
    </tbody>
  </table>
)
