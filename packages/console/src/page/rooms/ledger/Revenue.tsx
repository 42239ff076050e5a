import type { LedgerView } from "../../../rooms/ledger/LedgerViews.ts"
import type { Wire } from "../../../Wire.ts"
import { money } from "../../format/money.ts"
import { Empty } from "../../parts/States.tsx"

type Day = Wire<LedgerView>["revenue"][number]

const date = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" })

/** The revenue by day in UTC, newest first. */
export const Revenue = ({ days }: { days: ReadonlyArray<Day> }) => {
  if (days.length === 0) {
    return (
      <Empty title="No revenue in this time">
        <p>A day appears here when something is captured, refunded or disputed.</p>
      </Empty>
    )
  }
  return (
    <div class="card">
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col" class="number">
              Captured
            </th>
            <th scope="col" class="number wide">
              Refunded
            </th>
            <th scope="col" class="number wide">
              Disputes
            </th>
            <th scope="col" class="number wide">
              Fees
            </th>
            <th scope="col" class="number">
              Net
            </th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => {
            const disputes = BigInt(day.disputesHeld) + BigInt(day.disputesLost)
            const shown = (amount: string) => money(amount, day.currency)
            return (
              <tr key={`${day.day} ${day.currency}`}>
                <td>{date.format(new Date(day.day))}</td>
                <td class="number">{shown(day.captured)}</td>
                <td class="number wide">{shown(day.refunded)}</td>
                <td class="number wide">{shown(disputes.toString())}</td>
                <td class="number wide">{shown(day.fees)}</td>
                <td class="number">{shown(day.net)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
