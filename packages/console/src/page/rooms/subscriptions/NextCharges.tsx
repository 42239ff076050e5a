import { useState } from "preact/hooks"
import type { SubscriptionView } from "../../../rooms/subscriptions/SubscriptionView.ts"
import type { Wire } from "../../../Wire.ts"
import { Day, dayOf, distance, Period } from "../../format/day.tsx"
import { money } from "../../format/money.ts"
import { Time } from "../../format/time.tsx"
import { Link } from "../../frame/router.tsx"

type View = Wire<SubscriptionView>
type Charge = View["upcoming"]["charges"][number]

const firstShown = 4

/** The next charges of a subscription, with their times and amounts. */
export const NextCharges = ({ view }: { view: View }) => {
  const { upcoming, now } = view
  const { charges, inFlight, currency } = upcoming
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen ? charges : charges.slice(0, firstShown)
  return (
    <section class="card">
      <h2>Next charges</h2>
      {inFlight === null ? null : (
        <p class="above-table">
          A charge is in flight: <Link to={`/payments/${inFlight}`}>see the payment</Link>. The
          dates below assume that it succeeds.
        </p>
      )}
      {charges.length === 0 ? <p class="soft">{noneOf(view)}</p> : null}
      {charges.length === 0 ? null : (
        <table class="small">
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col" class="number">
                Amount
              </th>
              <th scope="col">What</th>
              <th scope="col" class="wide">
                Period
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((charge) => (
              <tr key={charge.sequence}>
                <td class="one-line">
                  <Time at={charge.at} />{" "}
                  <span class="soft wide-inline">{distance(charge.at, now)}</span>
                </td>
                <td class="number lead">{money(charge.amount, currency)}</td>
                <td>{whatOf(charge, view)}</td>
                <td class="wide">
                  <Period from={charge.periodStart} to={charge.periodEnd} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {charges.length <= firstShown ? null : (
        <p class="below-table">
          <button
            type="button"
            class="plain"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? "Show fewer" : `Show ${charges.length} charges`}
          </button>
        </p>
      )}
      <Retries view={view} />
      <Stop view={view} />
    </section>
  )
}

const whatOf = ({ kind, amount }: Charge, { upcoming }: View): string => {
  if (kind === "retry") return upcoming.retries === null ? "Charged again" : "Retry"
  if (kind === "first") return amount === "0" ? "Check of the card" : "First charge"
  return "Renewal"
}

const noneOf = ({ upcoming: { stops, retries }, subscription }: View): string => {
  if (subscription.canceledAt !== null) return "Nothing: the subscription has ended."
  if (stops?.status === "paused") return "Nothing until somebody resumes the subscription."
  if (retries?.needsCard === true) return "Nothing until the customer has another card."
  return stops === null ? "Nothing is planned." : "Nothing before it ends."
}

/** The further retries, which are made if the next one is declined. */
const Retries = ({ view: { upcoming, subscription } }: { view: View }) => {
  const { retries, charges, inFlight } = upcoming
  if (retries === null || retries.needsCard) return null
  if (subscription.status === "pending_first_payment") return null
  const next = charges.find(({ kind }) => kind === "retry")
  if (next === undefined && inFlight === null) return null
  const further = retries.dates.filter((date) => inFlight !== null || date > (next?.at ?? 0))
  const ending = retries.afterLast === "pause" ? "it is paused" : "it is terminated"
  return (
    <p class="soft below-table">
      {further.length === 0
        ? `This is the last retry. If it is declined, ${ending}.`
        : `If the retry is declined, it is charged again on ${listOf(further)}. ` +
          `After that ${ending}.`}
    </p>
  )
}

const listOf = (dates: ReadonlyArray<number>): string =>
  new Intl.ListFormat(undefined, { type: "conjunction" }).format(dates.map(dayOf))

const stopWords = {
  paused: "It is paused from",
  canceled: "It ends on",
  expired: "It is complete on",
  terminated: "Without another card it is terminated on"
} as const

/** The end of the charges. Nothing if they continue. */
const Stop = ({ view: { upcoming, subscription } }: { view: View }) => {
  const { stops } = upcoming
  if (stops === null || subscription.canceledAt !== null) return null
  if (stops.status === "paused") return null
  const isUnpaid = stops.status === "expired" && subscription.status === "pending_first_payment"
  return (
    <p class="soft below-table">
      {isUnpaid ? "Without a first payment it expires on" : stopWords[stops.status]}{" "}
      <Day at={stops.at} />.
    </p>
  )
}
