import type { RoutingView } from "../../../rooms/routing/RoutingViews.ts"
import type { Wire } from "../../../Wire.ts"
import { count, named } from "../../format/words.ts"
import { useMay } from "../../frame/Me.ts"
import { Link } from "../../frame/router.tsx"
import { Share } from "../../parts/Share.tsx"
import { Empty } from "../../parts/States.tsx"
import { Status } from "../../parts/Status.tsx"
import { Text } from "../../parts/Text.tsx"

type Account = Wire<RoutingView>["accounts"][number]

interface AccountListProps {
  readonly accounts: ReadonlyArray<Account>
  readonly onChange: (account: Account) => void
}

/** The merchant accounts, each with its health and its last 24 hours. */
export const AccountList = ({ accounts, onChange }: AccountListProps) => {
  const isAdmin = useMay("admin")
  if (accounts.length === 0) {
    return (
      <Empty title="No account yet">
        <p>
          Add one by <code>merchant.routing.createMid</code>, with the place of its credentials.
        </p>
      </Empty>
    )
  }
  return (
    <section class="card">
      <h2>Merchant accounts</h2>
      <ul class="things">
        {accounts.map((account) => (
          <li key={account.id}>
            <div>
              <h3>
                <Text>{account.name}</Text> <Status of={statusOf(account)} />
              </h3>
              <p class="soft">
                <Text>{factsOf(account)}</Text>
              </p>
              <Figures account={account} />
            </div>
            <div class="buttons">
              <Link class="button" to={`/payments?mid=${account.id}`}>
                Payments
              </Link>
              {isAdmin ? (
                <button type="button" onClick={() => onChange(account)}>
                  {account.enabled ? "Stop…" : "Start…"}
                </button>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Returns the status of an account. A stopped one is chosen for no payment. */
const statusOf = ({ enabled, healthy }: Pick<Account, "enabled" | "healthy">): string =>
  enabled ? (healthy ? "healthy" : "unhealthy") : "stopped"

const percent = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 1 })

const factsOf = ({ provider, currencies, methods, fee }: Account): string => {
  const share = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 2 })
  const cost = fee.basisPoints === 0 ? [] : [`fee ${share.format(fee.basisPoints / 10_000)}`]
  return [provider, currencies.join(", "), methods.map(named).join(", "), ...cost].join(" · ")
}

const Figures = ({ account: { figures, healthy } }: { account: Account }) => (
  <div class="health">
    {healthy ? null : (
      <p class="complaint">
        Its provider doesn't answer. It is chosen only if no other account takes the payment.
      </p>
    )}
    {figures === null ? (
      <p class="soft">No attempt in the last 24 hours.</p>
    ) : (
      <>
        <p>
          {figures.approvalRate === null
            ? "Nothing was decided"
            : `${percent.format(figures.approvalRate)} approved`}{" "}
          <span class="soft">
            of {count(figures.approved + figures.declined, "attempt")} in 24 hours
            {figures.blameless === 0 ? "" : `, ${figures.blameless} failed technically`}
          </span>
        </p>
        {figures.approvalRate === null ? null : <Share part={figures.approvalRate} tone="good" />}
      </>
    )}
  </div>
)
