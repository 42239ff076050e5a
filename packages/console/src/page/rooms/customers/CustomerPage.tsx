import { useState } from "preact/hooks"
import type { CustomerView } from "../../../rooms/customers/CustomerView.ts"
import type { Wire } from "../../../Wire.ts"
import { customerLabel } from "../../format/customer.ts"
import { Time } from "../../format/time.tsx"
import { useMay } from "../../frame/Me.ts"
import { Link } from "../../frame/router.tsx"
import { useData } from "../../frame/useData.ts"
import { ActsCard } from "../../parts/ActsCard.tsx"
import { Crumb } from "../../parts/Crumb.tsx"
import { Fact } from "../../parts/Fact.tsx"
import { MetadataCard } from "../../parts/MetadataCard.tsx"
import { Failure, Loading } from "../../parts/States.tsx"
import { Id, Text } from "../../parts/Text.tsx"
import { PaymentTable } from "../payments/PaymentTable.tsx"
import { SubscriptionTable } from "../subscriptions/SubscriptionsPage.tsx"
import { Cards } from "./Cards.tsx"
import { EraseDialog } from "./EraseDialog.tsx"
import { PortalDialog } from "./PortalDialog.tsx"

type View = Wire<CustomerView>

/** The page of a customer: saved cards, last payments and subscriptions. */
export const CustomerPage = ({ id }: { id: string }) => {
  const [payments, setPayments] = useState<ReadonlySet<string>>(new Set())
  const path = `/customers/${encodeURIComponent(id)}`
  const { data, error, reload } = useData<View>(
    path,
    ({ subjects, types }) =>
      subjects.some((subject) => subject === id || payments.has(subject)) ||
      types.some((type) => type.startsWith("payment_instrument."))
  )
  const shown = data?.payments
  if (shown?.some((payment) => !payments.has(payment.id)) === true) {
    setPayments(new Set(shown.map((payment) => payment.id)))
  }
  return (
    <>
      <Crumb to="/customers">Customers</Crumb>
      {error === null ? null : <Failure error={error} retry={reload} />}
      {data === null ? error === null ? <Loading /> : null : <Loaded view={data} reload={reload} />}
    </>
  )
}

const Loaded = ({ view, reload }: { view: View; reload: () => void }) => {
  const { customer, acts, hasPortal } = view
  const [doing, setDoing] = useState<"portal" | "erase" | null>(null)
  const isAdmin = useMay("admin")
  const mayAct = useMay("operator")
  const end = () => {
    setDoing(null)
    reload()
  }
  return (
    <>
      <div class="head payment">
        <div>
          <h1>
            <Text>{customerLabel(customer)}</Text>
          </h1>
          <p class="soft">
            <Id>{customer.id}</Id>
          </p>
        </div>
        <div class="buttons">
          {mayAct && hasPortal ? (
            <button type="button" onClick={() => setDoing("portal")}>
              Portal link…
            </button>
          ) : null}
          {isAdmin ? (
            <button type="button" onClick={() => setDoing("erase")}>
              Erase…
            </button>
          ) : null}
        </div>
      </div>
      <div class="columns in-order">
        <div>
          <Payments view={view} />
          <Subscriptions view={view} />
          <ActsCard acts={acts} />
        </div>
        <aside class="side" aria-label="Details">
          <Details view={view} />
          <Cards view={view} reload={reload} />
          <MetadataCard metadata={customer.metadata} />
        </aside>
      </div>
      {doing === "portal" ? <PortalDialog customer={customer} onClose={end} /> : null}
      {doing === "erase" ? (
        <EraseDialog view={view} onClose={() => setDoing(null)} onDone={end} />
      ) : null}
    </>
  )
}

const Details = ({ view: { customer } }: { view: View }) => {
  const { country, postalCode } = customer.billingAddress
  const address = [postalCode, country].filter((part) => part !== null).join(" ")
  return (
    <section class="card">
      <h2>Details</h2>
      <dl class="list">
        <Fact name="Name">{customer.name === null ? "–" : <Text>{customer.name}</Text>}</Fact>
        <Fact name="E-mail">{customer.email === null ? "–" : <Text>{customer.email}</Text>}</Fact>
        {customer.reference === null ? null : (
          <Fact name="Reference">
            <Text>{customer.reference}</Text>
          </Fact>
        )}
        {address === "" ? null : (
          <Fact name="Address">
            <Text>{address}</Text>
          </Fact>
        )}
        <Fact name="Created">
          <Time at={customer.created} exact />
        </Fact>
      </dl>
    </section>
  )
}

const Payments = ({ view }: { view: View }) => {
  const { customer, payments, hasMorePayments } = view
  return (
    <section class="card">
      <h2 class={payments.length === 0 ? "" : "group"}>Last payments</h2>
      {payments.length === 0 ? (
        <p class="soft">No payment of this customer yet.</p>
      ) : (
        <PaymentTable rows={payments} accounts={null} customers={null} />
      )}
      {hasMorePayments ? (
        <p class="under">
          <Link to={`/payments?customer=${customer.id}`}>All payments of this customer</Link>
        </p>
      ) : null}
    </section>
  )
}

const Subscriptions = ({ view }: { view: View }) => {
  const { customer, subscriptions, plans, hasMoreSubscriptions } = view
  if (subscriptions === null) return null
  return (
    <section class="card">
      <h2 class={subscriptions.length === 0 ? "" : "group"}>Subscriptions</h2>
      {subscriptions.length === 0 ? (
        <p class="soft">This customer has no subscription.</p>
      ) : (
        <SubscriptionTable rows={subscriptions} customers={null} plans={plans} />
      )}
      {hasMoreSubscriptions ? (
        <p class="under">
          <Link to={`/subscriptions?customer=${customer.id}`}>
            All subscriptions of this customer
          </Link>
        </p>
      ) : null}
    </section>
  )
}
