import type { DisputeView } from "../../../rooms/disputes/DisputeView.ts"
import type { Wire } from "../../../Wire.ts"
import { customerLabel } from "../../format/customer.ts"
import { money } from "../../format/money.ts"
import { Time } from "../../format/time.tsx"
import { words } from "../../format/words.ts"
import { Link } from "../../frame/router.tsx"
import { Fact } from "../../parts/Fact.tsx"
import { Status } from "../../parts/Status.tsx"
import { Text } from "../../parts/Text.tsx"

type View = Wire<DisputeView>

/** The summary beside a dispute: its reason, its payment and its customer. */
export const DisputeFacts = ({ view }: { view: View }) => {
  const { dispute, payment, customer, account } = view
  const { amount, currency, providerAmount, providerCurrency, reasonRaw, resolvedAt } = dispute
  const isOther = providerAmount !== amount || providerCurrency !== currency
  return (
    <aside class="side" aria-label="Summary">
      <section class="card">
        <h2>Summary</h2>
        <dl class="list">
          <Fact name="Reason">
            {words(dispute.reason)}
            {reasonRaw === "" ? null : (
              <>
                {" "}
                <code class="soft">{reasonRaw}</code>
              </>
            )}
          </Fact>
          <Fact name="Liability">
            {dispute.liabilityShift ? "With the issuer, by 3-D Secure" : "With you"}
          </Fact>
          {isOther ? <Fact name="Reported">{money(providerAmount, providerCurrency)}</Fact> : null}
          <Fact name="Account">{account === null ? "Not known" : <Text>{account.name}</Text>}</Fact>
          <Fact name="Received">
            <Time at={dispute.receivedAt} exact />
          </Fact>
          {resolvedAt === null ? null : (
            <Fact name="Closed">
              <Time at={resolvedAt} exact />
            </Fact>
          )}
        </dl>
      </section>
      <section class="card">
        <h2>Payment</h2>
        <p class="lead">
          <Link to={`/payments/${payment.id}`}>{money(payment.amount, payment.currency)}</Link>{" "}
          <Status of={payment.status} />
        </p>
        {payment.amountRefunded === "0" ? null : (
          <p>{money(payment.amountRefunded, payment.currency)} refunded</p>
        )}
        <p class="soft">
          <Time at={payment.created} exact />
        </p>
      </section>
      <section class="card">
        <h2>Customer</h2>
        {customer === null ? (
          <p class="soft">No customer was given.</p>
        ) : (
          <>
            <p class="lead">
              <Link to={`/customers/${customer.id}`}>
                <Text>{customerLabel(customer)}</Text>
              </Link>
            </p>
            {customer.email === null || customer.name === null ? null : (
              <p>
                <Text>{customer.email}</Text>
              </p>
            )}
          </>
        )}
      </section>
    </aside>
  )
}
