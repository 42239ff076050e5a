import type { SubscriptionView } from "../../../rooms/subscriptions/SubscriptionView.ts"
import type { Wire } from "../../../Wire.ts"
import { customerLabel } from "../../format/customer.ts"
import { Day } from "../../format/day.tsx"
import { instrumentLabel } from "../../format/instrument.ts"
import { money } from "../../format/money.ts"
import { Time } from "../../format/time.tsx"
import { count } from "../../format/words.ts"
import { Link } from "../../frame/router.tsx"
import { Fact } from "../../parts/Fact.tsx"
import { MetadataCard } from "../../parts/MetadataCard.tsx"
import { Text } from "../../parts/Text.tsx"

type View = Wire<SubscriptionView>

/** The summary beside a subscription: its terms, customer, card and consent. */
export const SubscriptionFacts = ({ view }: { view: View }) => {
  const { subscription, grantsAccess, terms, plan, consent } = view
  const { currency, paidUntil, cancelReason, canceledAt, trialEnd } = subscription
  return (
    <aside class="side" aria-label="Summary">
      <section class="card">
        <h2>Summary</h2>
        <dl class="list">
          <Fact name="Plan">
            {plan === null ? (
              "Terms of its own"
            ) : (
              <Link to={`/plans/${plan.id}`}>
                <Text>{plan.name}</Text>
              </Link>
            )}
          </Fact>
          <Fact name="Access">{grantsAccess ? "Granted" : "Not granted"}</Fact>
          <Fact name="Paid until">
            {paidUntil === null ? "Never paid" : <Day at={paidUntil} />}
          </Fact>
          {trialEnd === null ? null : (
            <Fact name="Trial until">
              <Day at={trialEnd} />
            </Fact>
          )}
          {terms.setupFee === "0" ? null : (
            <Fact name="Setup fee">{money(terms.setupFee, currency)}</Fact>
          )}
          {terms.endAfterCycles === null ? null : (
            <Fact name="Runs for">{count(terms.endAfterCycles, "cycle")}</Fact>
          )}
          {canceledAt === null ? null : (
            <Fact name="Ended">
              <Time at={canceledAt} exact />
            </Fact>
          )}
          {cancelReason === null ? null : (
            <Fact name="Reason">
              <Text>{cancelReason.replaceAll("_", " ")}</Text>
            </Fact>
          )}
          <Fact name="Agreed">
            <Day at={consent.at} />
            {consent.session === null ? (
              " over the API"
            ) : (
              <>
                {" in a "}
                <Link to={`/sessions/${consent.session}`}>checkout session</Link>
              </>
            )}
          </Fact>
        </dl>
      </section>
      <Payer view={view} />
      <MetadataCard metadata={subscription.metadata} />
    </aside>
  )
}

const Payer = ({ view: { customer, subscription, instrument } }: { view: View }) => (
  <section class="card">
    <h2>Customer</h2>
    <p class="lead">
      <Link to={`/customers/${subscription.customer}`}>
        <Text>{customer === null ? "This customer was erased" : customerLabel(customer)}</Text>
      </Link>
    </p>
    {customer?.email == null || customer.name === null ? null : (
      <p>
        <Text>{customer.email}</Text>
      </p>
    )}
    {instrument === null ? null : (
      <p>
        {instrumentLabel(instrument)}
        {instrument.type === "card" ? (
          <span class="soft">
            {" "}
            valid to {String(instrument.card.expMonth).padStart(2, "0")}/{instrument.card.expYear}
          </span>
        ) : null}
      </p>
    )}
  </section>
)
