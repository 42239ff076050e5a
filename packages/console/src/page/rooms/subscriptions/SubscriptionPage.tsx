import { useState } from "preact/hooks"
import type {
  SubscriptionAct,
  SubscriptionView
} from "../../../rooms/subscriptions/SubscriptionView.ts"
import type { Wire } from "../../../Wire.ts"
import { Day, dayOf, distance } from "../../format/day.tsx"
import { everyInterval } from "../../format/interval.ts"
import { money } from "../../format/money.ts"
import { useMay } from "../../frame/Me.ts"
import { useData } from "../../frame/useData.ts"
import { ActsCard } from "../../parts/ActsCard.tsx"
import { Crumb } from "../../parts/Crumb.tsx"
import { Failure, Loading } from "../../parts/States.tsx"
import { Status } from "../../parts/Status.tsx"
import { Id } from "../../parts/Text.tsx"
import { Calendar } from "./Calendar.tsx"
import { NextCharges } from "./NextCharges.tsx"
import { PastCycles } from "./PastCycles.tsx"
import { SubscriptionDialog } from "./SubscriptionDialog.tsx"
import { SubscriptionFacts } from "./SubscriptionFacts.tsx"

type View = Wire<SubscriptionView>

const buttons: Readonly<Record<SubscriptionAct, string>> = {
  "subscriptions.recoverySession": "Payment link…",
  "subscriptions.pause": "Pause…",
  "subscriptions.resume": "Resume…",
  "subscriptions.cancel": "Cancel…"
}

/** The page of a subscription: its next charges, its past ones, and what can be done now. */
export const SubscriptionPage = ({ id }: { id: string }) => {
  const path = `/subscriptions/${encodeURIComponent(id)}`
  const { data, error, reload } = useData<View>(path, ({ subjects }) => subjects.includes(id))
  return (
    <>
      <Crumb to="/subscriptions">Subscriptions</Crumb>
      {error === null ? null : <Failure error={error} retry={reload} />}
      {data === null ? error === null ? <Loading /> : null : <Loaded view={data} reload={reload} />}
    </>
  )
}

const Loaded = ({ view, reload }: { view: View; reload: () => void }) => {
  const [doing, setDoing] = useState<SubscriptionAct | null>(null)
  const mayAct = useMay("operator")
  const { subscription, possible } = view
  const { id, amount, currency, interval, status } = subscription
  return (
    <>
      <div class="head payment">
        <div>
          <h1>
            {money(amount, currency)} <span class="soft">{everyInterval(interval)}</span>{" "}
            <Status of={status} />
          </h1>
          <p class="soft">
            <Id>{id}</Id>
          </p>
        </div>
        {mayAct ? (
          <div class="buttons">
            {possible.map((act) => (
              <button key={act} type="button" onClick={() => setDoing(act)}>
                {buttons[act]}
              </button>
            ))}
          </div>
        ) : null}
      </div>
      <Standing view={view} />
      <div class="columns in-order">
        <div>
          <NextCharges view={view} />
          <Calendar view={view} />
          <PastCycles view={view} />
          <ActsCard acts={view.acts} />
        </div>
        <SubscriptionFacts view={view} />
      </div>
      {doing === null ? null : (
        <SubscriptionDialog
          act={doing}
          view={view}
          onClose={() => {
            setDoing(null)
            reload()
          }}
        />
      )}
    </>
  )
}

/** The state of a subscription that does not simply renew, and its next step. */
const Standing = ({ view }: { view: View }) => {
  const { subscription, upcoming, pause, now } = view
  const { retries, stops } = upcoming
  if (subscription.canceledAt !== null) return null
  if (pause !== null) {
    return (
      <section class="callout warn" aria-label="Paused">
        <p class="lead">
          Paused since <Day at={pause.at} />. Nothing is charged.
        </p>
        <p>
          {subscription.resumesAt === null
            ? "It waits until somebody resumes it."
            : `It resumes by itself on ${dayOf(subscription.resumesAt)}.`}{" "}
          {pause.behavior === "shift"
            ? "Its schedule moves by the length of the pause."
            : "Cycles that fall due in the pause are left out."}
        </p>
      </section>
    )
  }
  if (retries !== null) {
    return subscription.status === "pending_first_payment" ? (
      <NeverPaid view={view} />
    ) : (
      <Overdue view={view} />
    )
  }
  if (stops?.status === "canceled") {
    return (
      <section class="callout warn" aria-label="Ends soon">
        <p class="lead">
          It ends on <Day at={stops.at} />, {distance(stops.at, now)}.
        </p>
      </section>
    )
  }
  return null
}

/** The first charge was declined. Only another card is charged. */
const NeverPaid = ({ view: { upcoming } }: { view: View }) => (
  <section class="callout bad" aria-label="Not paid">
    <p class="lead">The first charge was declined.</p>
    <p>
      Another card of the customer is charged at once.{" "}
      {upcoming.stops === null
        ? null
        : `Without a payment the subscription expires on ${dayOf(upcoming.stops.at)}.`}
    </p>
  </section>
)

const Overdue = ({ view }: { view: View }) => {
  const { upcoming, subscription } = view
  const { retries, charges } = upcoming
  if (retries === null) return null
  const { dates, afterLast, since } = retries
  const last = dates.at(-1)
  const ending = afterLast === "pause" ? "it is paused" : "it ends"
  const owed = charges.find(({ kind }) => kind === "retry")?.amount ?? subscription.amount
  return (
    <section class="callout bad" aria-label="Overdue">
      <p class="lead">
        {money(owed, subscription.currency)} is overdue since <Day at={since} />.
      </p>
      <p>
        {nextRetry(view)}{" "}
        {last === undefined ? null : `If it is not paid by ${dayOf(last)}, ${ending}.`}
      </p>
    </section>
  )
}

const nextRetry = ({ upcoming: { charges, inFlight, retries }, now }: View): string => {
  if (inFlight !== null) return "It is being charged now."
  if (retries?.needsCard === true) {
    return (
      "The card can't be charged any more, so it is not retried. " +
      "The customer needs another card."
    )
  }
  const next = charges.find(({ kind }) => kind === "retry")
  return next === undefined
    ? "Nothing is retried any more."
    : `It is charged again ${distance(next.at, now)}.`
}
