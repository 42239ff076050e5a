import type { SubscriptionView } from "../../../rooms/subscriptions/SubscriptionView.ts"
import type { Wire } from "../../../Wire.ts"
import { Period } from "../../format/day.tsx"
import { money } from "../../format/money.ts"
import { Time } from "../../format/time.tsx"
import { count, words } from "../../format/words.ts"
import { Link } from "../../frame/router.tsx"
import { Status } from "../../parts/Status.tsx"

type View = Wire<SubscriptionView>
type Cycle = View["cycles"][number]

/** The periods that began, with the payment of each. */
export const PastCycles = ({ view: { cycles, hasOlder } }: { view: View }) => (
  <section class="card">
    <h2>Charged so far</h2>
    {cycles.length === 0 ? <p class="soft">Nothing was charged yet.</p> : null}
    {cycles.length === 0 ? null : (
      <table class="small">
        <thead>
          <tr>
            <th scope="col">Period</th>
            <th scope="col" class="number">
              Amount
            </th>
            <th scope="col">Result</th>
            <th scope="col" class="wide">
              Charged
            </th>
          </tr>
        </thead>
        <tbody>
          {cycles.map((cycle) => (
            <Row key={cycle.id} cycle={cycle} />
          ))}
        </tbody>
      </table>
    )}
    {hasOlder ? <p class="soft below-table">Older periods are not shown.</p> : null}
  </section>
)

const Row = ({ cycle }: { cycle: Cycle }) => {
  const { sequence, periodStart, periodEnd, status, attemptCount, payment } = cycle
  return (
    <tr>
      <td>
        {sequence === 0 ? "Trial: " : null}
        <Period from={periodStart} to={periodEnd} />
      </td>
      <td class="number">
        {payment === null ? null : (
          <Link to={`/payments/${payment.id}`}>{money(payment.amount, payment.currency)}</Link>
        )}
      </td>
      <td>
        <Status of={status} />
        {payment?.declineCode == null || status === "paid" ? null : (
          <span class="soft reason"> {words(payment.declineCode)}</span>
        )}
      </td>
      <td class="wide">
        {payment === null ? null : <Time at={payment.created} />}
        {attemptCount > 1 ? (
          <span class="soft reason"> after {count(attemptCount, "charge")}</span>
        ) : null}
      </td>
    </tr>
  )
}
