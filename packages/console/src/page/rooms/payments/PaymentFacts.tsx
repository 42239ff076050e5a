import type { ComponentChildren } from "preact"
import type { PaymentView } from "../../../rooms/payments/PaymentView.ts"
import type { Wire } from "../../../Wire.ts"
import { money } from "../../format/money.ts"
import { Time } from "../../format/time.tsx"
import { named, words } from "../../format/words.ts"
import { Link } from "../../frame/router.tsx"
import { Status } from "../../parts/Status.tsx"
import { Id, Text } from "../../parts/Text.tsx"

type View = Wire<PaymentView>

const Row = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** The summary beside a payment: amounts, customer, card, session and notes. */
export const PaymentFacts = ({ view }: { view: View }) => {
  const { payment } = view
  const { currency } = payment
  return (
    <aside class="side" aria-label="Summary">
      <section class="card">
        <h2>Summary</h2>
        <dl class="list">
          <Row name="Amount">{money(payment.amount, currency)}</Row>
          <Row name="Captured">{money(payment.amountCaptured, currency)}</Row>
          {payment.amountCapturable === "0" ? null : (
            <Row name="Held">{money(payment.amountCapturable, currency)}</Row>
          )}
          <Row name="Refunded">{money(payment.amountRefunded, currency)}</Row>
          <Row name="Type">{words(payment.type)}</Row>
          <Row name="Created">
            <Time at={payment.created} exact />
          </Row>
        </dl>
      </section>
      <CustomerCard customer={view.customer} />
      <Method view={view} />
      <SessionCard session={view.session} />
      <Metadata metadata={view.payment.metadata} />
    </aside>
  )
}

const Method = ({ view: { instrument, attempts } }: { view: View }) => {
  const facts = attempts.at(-1)?.facts
  if (instrument === null && facts === undefined) return null
  return (
    <section class="card">
      <h2>Paid with</h2>
      {instrument === null ? (
        <p>{named(facts?.brand ?? facts?.methodType ?? facts?.method ?? "")}</p>
      ) : instrument.type === "card" ? (
        <>
          <p class="lead">
            {named(instrument.card.brand)} •••• {instrument.card.last4}
          </p>
          <p class="soft">
            {words(instrument.card.funding)}, {instrument.card.country}, valid to{" "}
            {String(instrument.card.expMonth).padStart(2, "0")}/{instrument.card.expYear}
          </p>
        </>
      ) : (
        <p class="lead">
          {named(instrument.apm.type)}
          {instrument.apm.last4 === null ? "" : ` •••• ${instrument.apm.last4}`}
        </p>
      )}
      {instrument === null ? null : (
        <p class="soft">
          <Id short>{instrument.id}</Id>
        </p>
      )}
    </section>
  )
}

const CustomerCard = ({ customer }: Pick<View, "customer">) => (
  <section class="card">
    <h2>Customer</h2>
    {customer === null ? (
      <p class="soft">No customer was given.</p>
    ) : (
      <>
        <p class="lead">
          <Text>{customer.name ?? customer.email ?? "Without a name"}</Text>
        </p>
        {customer.email === null || customer.name === null ? null : (
          <p>
            <Text>{customer.email}</Text>
          </p>
        )}
        {customer.reference === null ? null : (
          <p class="soft">
            Reference <Text>{customer.reference}</Text>
          </p>
        )}
        <p>
          <Link to={`/payments?customer=${customer.id}`}>Payments of this customer</Link>
        </p>
      </>
    )}
  </section>
)

const SessionCard = ({ session }: Pick<View, "session">) =>
  session === null ? null : (
    <section class="card">
      <h2>Checkout session</h2>
      <p>
        <Status of={session.status} />
      </p>
      {session.description === null ? null : (
        <p>
          <Text>{session.description}</Text>
        </p>
      )}
      <p class="soft">
        <Id short>{session.id}</Id>
      </p>
    </section>
  )

const Metadata = ({ metadata }: Pick<View["payment"], "metadata">) => {
  const entries = Object.entries(metadata)
  return entries.length === 0 ? null : (
    <section class="card">
      <h2>Metadata</h2>
      <dl class="list">
        {entries.map(([key, value]) => (
          <div key={key}>
            <dt>
              <Text>{key}</Text>
            </dt>
            <dd>
              <Text>{String(value)}</Text>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
