import { useState } from "preact/hooks"
import type { RoutingView } from "../../../rooms/routing/RoutingViews.ts"
import type { Wire } from "../../../Wire.ts"
import { useMay } from "../../frame/Me.ts"
import { Link } from "../../frame/router.tsx"
import { useData } from "../../frame/useData.ts"
import { Empty, Failure, Loading } from "../../parts/States.tsx"
import { Text } from "../../parts/Text.tsx"
import { AccountDialog } from "./AccountDialog.tsx"
import { AccountList } from "./AccountList.tsx"
import { ruleInWords } from "./ruleInWords.ts"

type View = Wire<RoutingView>

/** The merchant accounts with their health, and the rules that choose among them. */
export const RoutingPage = () => {
  const { data, error, reload } = useData<View>("/routing", ({ types }) =>
    types.some((type) => type.startsWith("payment."))
  )
  const [changing, setChanging] = useState<View["accounts"][number] | null>(null)
  const isAdmin = useMay("admin")
  return (
    <>
      <div class="head">
        <h1>Accounts and routing</h1>
        <Link class="button" to="/routing/rules">
          {isAdmin ? "Change the rules" : "Try other rules"}
        </Link>
      </div>
      {error !== null && data === null ? <Failure error={error} retry={reload} /> : null}
      {data === null && error === null ? <Loading lines={8} /> : null}
      {data === null ? null : (
        <>
          <AccountList accounts={data.accounts} onChange={setChanging} />
          <Rules view={data} />
        </>
      )}
      {changing === null || data === null ? null : (
        <AccountDialog
          account={changing}
          view={data}
          onClose={() => setChanging(null)}
          onDone={() => {
            setChanging(null)
            reload()
          }}
        />
      )}
    </>
  )
}

const Rules = ({ view: { rules, accounts } }: { view: View }) => (
  <section class="card">
    <h2>Rules</h2>
    {rules.length === 0 ? (
      <Empty title="No rule yet">
        <p>Without a rule, all accounts that take a payment are tried, the oldest first.</p>
      </Empty>
    ) : (
      <>
        <p class="soft">The first rule whose conditions hold decides.</p>
        <ol class="things">
          {rules.map((rule, at) => {
            const { conditions, order } = ruleInWords(rule, accounts)
            return (
              <li key={rule.id}>
                <div>
                  <h3>
                    {at + 1}. <Text>{rule.name}</Text>
                  </h3>
                  <p>
                    <Text>{conditions}</Text>
                  </p>
                  <p class="soft">
                    <Text>{order}</Text>
                  </p>
                </div>
              </li>
            )
          })}
        </ol>
      </>
    )}
  </section>
)
