import { useState } from "preact/hooks"
import type { SessionView } from "../../../rooms/sessions/SessionView.ts"
import type { Wire } from "../../../Wire.ts"
import { customerLabel } from "../../format/customer.ts"
import { everyInterval } from "../../format/interval.ts"
import { money } from "../../format/money.ts"
import { Time } from "../../format/time.tsx"
import { named } from "../../format/words.ts"
import { useMay } from "../../frame/Me.ts"
import { Link } from "../../frame/router.tsx"
import { useData } from "../../frame/useData.ts"
import { ActForm } from "../../parts/ActForm.tsx"
import { ActsCard } from "../../parts/ActsCard.tsx"
import { Crumb } from "../../parts/Crumb.tsx"
import { Fact } from "../../parts/Fact.tsx"
import { MetadataCard } from "../../parts/MetadataCard.tsx"
import { Failure, Loading } from "../../parts/States.tsx"
import { Status } from "../../parts/Status.tsx"
import { Id, Text } from "../../parts/Text.tsx"

type View = Wire<SessionView>

/** The page of a checkout session: what the payer is asked to pay, and what came of it. */
export const SessionPage = ({ id }: { id: string }) => {
  const [payment, setPayment] = useState<string | null>(null)
  const { data, error, reload } = useData<View>(
    `/sessions/${encodeURIComponent(id)}`,
    ({ subjects }) => subjects.some((subject) => subject === id || subject === payment)
  )
  if (data !== null && data.session.payment !== payment) setPayment(data.session.payment)
  return (
    <>
      <Crumb to="/sessions">Checkout sessions</Crumb>
      {error === null ? null : <Failure error={error} retry={reload} />}
      {data === null ? error === null ? <Loading /> : null : <Loaded view={data} reload={reload} />}
    </>
  )
}

const titleOf = ({ amount, currency, interval }: View["session"]): string => {
  if (amount === "0") return "Saves a card"
  const price = money(amount, currency)
  return interval === null ? price : `${price}, then ${everyInterval(interval)}`
}

const Loaded = ({ view, reload }: { view: View; reload: () => void }) => {
  const { session, isOpen, acts } = view
  const [isCanceling, setCanceling] = useState(false)
  const mayAct = useMay("operator")
  return (
    <>
      <div class="head payment">
        <div>
          <h1>
            {titleOf(session)} <Status of={session.status} />
          </h1>
          <p class="soft">
            <Id>{session.id}</Id>
          </p>
        </div>
        {mayAct && isOpen ? (
          <div class="buttons">
            <button type="button" onClick={() => setCanceling(true)}>
              Cancel…
            </button>
          </div>
        ) : null}
      </div>
      <div class="columns in-order">
        <div>
          <Result view={view} />
          <Order view={view} />
          <ActsCard acts={acts} />
        </div>
        <SessionFacts view={view} />
      </div>
      {isCanceling ? (
        <ActForm<unknown>
          title="Cancel this session"
          name="checkout.cancel"
          subject={session.id}
          input={{}}
          preview={
            "Nobody can pay in this session any more. A payer who has its page open sees that it " +
            "has ended. A payment that waits for the payer is canceled too."
          }
          button="Cancel the session"
          done="The session is canceled."
          onClose={() => setCanceling(false)}
          onDone={() => {
            setCanceling(false)
            reload()
          }}
        />
      ) : null}
    </>
  )
}

const meanings: Readonly<Record<string, string>> = {
  created: "The payer has not opened the page yet.",
  active: "The payer has opened the page and has not paid.",
  processing: "A payment is in progress.",
  succeeded: "The payer has paid.",
  failed: "It can't be paid any more, because its charges failed.",
  expired: "Nobody paid in time.",
  canceled: "It was canceled before anybody paid."
}

const Result = ({ view: { session, isOpen } }: { view: View }) => (
  <section class="card prose">
    <h2>What came of it</h2>
    <p>{meanings[session.status] ?? ""}</p>
    {session.payment === null ? null : (
      <p>
        <Link to={`/payments/${session.payment}`}>See the payment</Link>
      </p>
    )}
    {session.subscription === null ? null : (
      <p>
        <Link to={`/subscriptions/${session.subscription}`}>See the subscription</Link>
      </p>
    )}
    {isOpen ? (
      <p class="soft">
        Only the answer that made the session has the address of its page, because the address lets
        people pay. Make another session if the payer has lost it.
      </p>
    ) : null}
  </section>
)

const Order = ({ view: { session } }: { view: View }) => {
  const { description, lineItems, currency } = session
  if (description === null && lineItems.length === 0) return null
  return (
    <section class="card">
      <h2>Order</h2>
      {description === null ? null : (
        <p>
          <Text>{description}</Text>
        </p>
      )}
      {lineItems.length === 0 ? null : (
        <table class="small below-table">
          <thead>
            <tr>
              <th scope="col">Item</th>
              <th scope="col" class="number">
                Quantity
              </th>
              <th scope="col" class="number">
                Amount
              </th>
            </tr>
          </thead>
          <tbody>
            {lineItems.map((item, at) => (
              <tr key={at}>
                <td>
                  <Text>{item.name}</Text>
                </td>
                <td class="number">{item.quantity}</td>
                <td class="number">{money(item.amount, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

const SessionFacts = ({ view: { session, customer } }: { view: View }) => {
  const { expiresAt, created, availableMethods, locale, country, captureMethod } = session
  return (
    <aside class="side" aria-label="Summary">
      <section class="card">
        <h2>Summary</h2>
        <dl class="list">
          <Fact name="Customer">
            {customer === null ? (
              "Not given"
            ) : (
              <Link to={`/customers/${customer.id}`}>
                <Text>{customerLabel(customer)}</Text>
              </Link>
            )}
          </Fact>
          <Fact name="Methods">{availableMethods.map(named).join(", ") || "None can succeed"}</Fact>
          {captureMethod === "manual" ? <Fact name="Capture">by hand</Fact> : null}
          <Fact name="Language">{locale}</Fact>
          {country === null ? null : <Fact name="Country">{country}</Fact>}
          <Fact name="Created">
            <Time at={created} exact />
          </Fact>
          <Fact name="Expires">
            <Time at={expiresAt} exact />
          </Fact>
        </dl>
      </section>
      <MetadataCard metadata={session.metadata} />
    </aside>
  )
}
