import type { SubscriptionView } from "../../../rooms/subscriptions/SubscriptionView.ts"
import type { Wire } from "../../../Wire.ts"
import { money } from "../../format/money.ts"
import { words } from "../../format/words.ts"
import { type Mark, Month, monthOf } from "../../parts/Month.tsx"

type View = Wire<SubscriptionView>

const mostPast = 1
const mostMonths = 6

const tones: Readonly<Record<string, Mark["tone"]>> = {
  paid: "good",
  retrying: "bad",
  failed: "bad",
  charging: "busy",
  due: "warn"
}

/** The months in which a subscription was charged or will be, with the days marked. */
export const Calendar = ({ view }: { view: View }) => {
  const marks = marksOf(view)
  const months = [...new Set(marks.map(({ at }) => monthOf(at)))].sort((one, other) => one - other)
  const thisMonth = monthOf(view.now)
  const past = months.filter((month) => month < thisMonth).slice(-mostPast)
  const shown = [...past, ...months.filter((month) => month >= thisMonth)].slice(0, mostMonths)
  if (shown.length === 0) return null
  return (
    <section class="card">
      <h2>Calendar</h2>
      <div class="months">
        {shown.map((month) => (
          <Month key={month} start={month} marks={marks} today={view.now} />
        ))}
      </div>
      <p class="legend soft">
        <span class="mark good">1</span> paid <span class="mark bad">1</span> declined{" "}
        <span class="mark busy">1</span> to come
      </p>
    </section>
  )
}

const marksOf = ({ cycles, upcoming, subscription }: View): ReadonlyArray<Mark> => {
  const { currency } = subscription
  const done = cycles.flatMap(({ status, dueAt, payment }): ReadonlyArray<Mark> => {
    const tone = tones[status]
    if (tone === undefined) return []
    const amount = payment === null ? "" : ` ${money(payment.amount, payment.currency)}`
    return [{ at: payment?.created ?? dueAt, tone, text: `${words(status)}${amount}` }]
  })
  const retries = upcoming.retries?.needsCard === false ? upcoming.retries.dates : []
  const planned = new Set(upcoming.charges.map(({ at }) => at))
  const first = upcoming.retries === null ? [] : [upcoming.retries.since]
  return [
    ...done,
    ...first.map((at): Mark => ({ at, tone: "bad", text: "First decline" })),
    ...upcoming.charges.map(
      ({ at, amount, kind }): Mark => ({
        at,
        tone: "busy",
        text: `${words(kind)} ${money(amount, currency)}`
      })
    ),
    ...retries
      .filter((at) => !planned.has(at))
      .map((at): Mark => ({ at, tone: "calm", text: "Retry if the one before is declined" }))
  ]
}
