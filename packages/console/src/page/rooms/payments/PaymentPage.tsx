import { useState } from "preact/hooks"
import type { PaymentView, Possible } from "../../../rooms/payments/PaymentView.ts"
import type { Wire } from "../../../Wire.ts"
import { money } from "../../format/money.ts"
import { words } from "../../format/words.ts"
import { useMay } from "../../frame/Me.ts"
import { Link } from "../../frame/router.tsx"
import { useData } from "../../frame/useData.ts"
import { Icon } from "../../parts/Icon.tsx"
import { Failure, Loading } from "../../parts/States.tsx"
import { Status } from "../../parts/Status.tsx"
import { Id } from "../../parts/Text.tsx"
import { Unbooked } from "../notifications/Unbooked.tsx"
import { ActDialog } from "./ActDialog.tsx"
import { Attempts } from "./Attempts.tsx"
import { PaymentFacts } from "./PaymentFacts.tsx"
import { Refunds } from "./Refunds.tsx"
import { Timeline } from "./Timeline.tsx"

type View = Wire<PaymentView>

const buttons: Readonly<Record<Possible["act"], string>> = {
  "payments.refund": "Refund…",
  "payments.capture": "Capture…",
  "payments.void": "Void…",
  "payments.cancel": "Cancel…",
  "payments.resolveAttempt": "Resolve…"
}

/** The page of a payment: what happened, why, and what can be done now. */
export const PaymentPage = ({ id }: { id: string }) => {
  const path = `/payments/${encodeURIComponent(id)}`
  const { data, error, reload } = useData<View>(path, ({ subjects }) => subjects.includes(id))
  return (
    <>
      <p class="crumb">
        <Link to="/payments">
          <Icon name="back" />
          Payments
        </Link>
      </p>
      {error === null ? null : <Failure error={error} retry={reload} />}
      {data === null ? error === null ? <Loading /> : null : <Loaded view={data} reload={reload} />}
    </>
  )
}

const Loaded = ({ view, reload }: { view: View; reload: () => void }) => {
  const [doing, setDoing] = useState<Wire<Possible> | null>(null)
  const mayAct = useMay("operator")
  const { payment, possible } = view
  return (
    <>
      <div class="head payment">
        <div>
          <h1>
            {money(payment.amount, payment.currency)} <Status of={payment.status} />{" "}
            {payment.disputed ? <Status of="disputed" /> : null}
          </h1>
          <p class="soft">
            <Id>{payment.id}</Id>
          </p>
        </div>
        {mayAct ? (
          <div class="buttons">
            {possible
              .filter(({ act }) => act !== "payments.resolveAttempt")
              .map((one) => (
                <button key={one.act} type="button" onClick={() => setDoing(one)}>
                  {buttons[one.act]}
                </button>
              ))}
          </div>
        ) : null}
      </div>
      <Decline view={view} />
      <Unknown view={view} mayAct={mayAct} resolve={setDoing} />
      <WaitingRefunds view={view} reload={reload} />
      <div class="columns">
        <div>
          <Attempts view={view} />
          <Refunds refunds={view.refunds} />
          <Timeline view={view} />
        </div>
        <PaymentFacts view={view} />
      </div>
      {doing === null ? null : (
        <ActDialog
          view={view}
          possible={nowOf(doing, possible)}
          onClose={() => setDoing(null)}
          onDone={() => {
            setDoing(null)
            reload()
          }}
        />
      )}
    </>
  )
}

/** An act as it is possible now. Others may refund a part while its dialog is open. */
const nowOf = (doing: Wire<Possible>, possible: ReadonlyArray<Wire<Possible>>): Wire<Possible> =>
  possible.find(
    (one) =>
      one.act === doing.act &&
      ("attempt" in one ? one.attempt : null) === ("attempt" in doing ? doing.attempt : null)
  ) ?? doing

/** Why a payment was declined, in words. */
const Decline = ({ view: { payment, attempts } }: { view: View }) => {
  const { decline } = payment
  if (decline === null) return null
  const last = attempts.at(-1)
  return (
    <section class="callout bad" aria-label="Why it was declined">
      <p class="lead">
        {words(decline.code)}: {decline.message}
      </p>
      <p>
        {words(decline.category)} decline. Advice: {words(decline.advice).toLowerCase()}.
        {last?.rawCode == null ? null : (
          <>
            {" "}
            The provider's own code is <code>{last.rawCode}</code>.
          </>
        )}
      </p>
    </section>
  )
}

/** The notifications for which refunds of the payment wait. */
const WaitingRefunds = ({ view, reload }: { view: View; reload: () => void }) =>
  view.unbooked.length === 0 ? null : (
    <section class="callout warn" aria-label="Refunds wait">
      <p class="lead">The provider reported money that can't be booked.</p>
      <p>
        Refunds wait until it is booked or dismissed. Compare it with the provider's dashboard
        first.
      </p>
      {view.unbooked.map((notification) => (
        <Unbooked key={notification.id} notification={notification} reload={reload} />
      ))}
    </section>
  )

interface UnknownProps {
  readonly view: View
  readonly mayAct: boolean
  readonly resolve: (possible: Wire<Possible>) => void
}

/** An attempt whose result nobody knows, and the way to resolve it. */
const Unknown = ({ view, mayAct, resolve }: UnknownProps) => {
  const open = view.possible.flatMap((one) =>
    one.act === "payments.resolveAttempt" && isUnknown(view, one.attempt) ? [one] : []
  )
  return open.map((one) => (
    <section key={one.attempt} class="callout warn" aria-label="Unknown outcome">
      <p class="lead">Nobody knows if this charge was made.</p>
      <p>
        The engine keeps looking it up at the provider. If the provider's dashboard shows the
        outcome, record it here.
      </p>
      {mayAct ? (
        <button type="button" onClick={() => resolve(one)}>
          {buttons[one.act]}
        </button>
      ) : null}
    </section>
  ))
}

const isUnknown = ({ attempts }: View, id: string): boolean =>
  attempts.some(({ attempt, status }) => attempt === id && status === "unknown")
