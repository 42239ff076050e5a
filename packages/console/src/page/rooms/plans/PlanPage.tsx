import { useState } from "preact/hooks"
import type { PlanView } from "../../../rooms/plans/PlanView.ts"
import type { Wire } from "../../../Wire.ts"
import { Day, Period } from "../../format/day.tsx"
import { everyInterval } from "../../format/interval.ts"
import { money } from "../../format/money.ts"
import { Time } from "../../format/time.tsx"
import { count } from "../../format/words.ts"
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

type View = Wire<PlanView>

/** The page of a plan: its terms, and what a subscription that began now would be charged. */
export const PlanPage = ({ id }: { id: string }) => {
  const { data, error, reload } = useData<View>(`/plans/${encodeURIComponent(id)}`)
  return (
    <>
      <Crumb to="/plans">Plans</Crumb>
      {error === null ? null : <Failure error={error} retry={reload} />}
      {data === null ? error === null ? <Loading /> : null : <Loaded view={data} reload={reload} />}
    </>
  )
}

const Loaded = ({ view, reload }: { view: View; reload: () => void }) => {
  const { plan, acts } = view
  const [isChanging, setChanging] = useState(false)
  const mayAct = useMay("admin") && plan.status !== "grandfathered"
  return (
    <>
      <div class="head payment">
        <div>
          <h1>
            <Text>{plan.name}</Text> <Status of={plan.status} />
          </h1>
          <p class="soft">
            <Id>{plan.id}</Id>
          </p>
        </div>
        <div class="buttons">
          <Link class="button" to={`/subscriptions?plan=${plan.id}`}>
            Subscriptions
          </Link>
          {mayAct ? (
            <button type="button" onClick={() => setChanging(true)}>
              {plan.status === "active" ? "Retire…" : "Activate…"}
            </button>
          ) : null}
        </div>
      </div>
      <div class="columns in-order">
        <div>
          <Preview view={view} />
          <ActsCard acts={acts} />
        </div>
        <Terms view={view} />
      </div>
      {isChanging ? (
        <ChangeDialog
          view={view}
          onClose={() => setChanging(false)}
          onDone={() => {
            setChanging(false)
            reload()
          }}
        />
      ) : null}
    </>
  )
}

const Preview = ({ view: { plan, preview, refusal } }: { view: View }) => (
  <section class="card">
    <h2>A subscription that begins now</h2>
    {refusal === null ? null : <p class="complaint">{refusal}</p>}
    {preview === null && refusal === null ? (
      <p class="soft">This plan takes no new subscribers. Its subscriptions go on.</p>
    ) : null}
    {preview === null ? null : (
      <table class="small">
        <thead>
          <tr>
            <th scope="col">Charged</th>
            <th scope="col" class="number">
              Amount
            </th>
            <th scope="col">Period</th>
          </tr>
        </thead>
        <tbody>
          {preview.cycles.map(({ sequence, dueAt, amount, periodStart, periodEnd }) => (
            <tr key={sequence}>
              <td>
                <Day at={dueAt} />
              </td>
              <td class="number">{money(amount, plan.currency)}</td>
              <td>
                {sequence === 0 ? "Trial: " : null}
                <Period from={periodStart} to={periodEnd} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </section>
)

const Terms = ({ view: { plan } }: { view: View }) => {
  const { amount, currency, interval, trial, setupFee, endAfterCycles, version, created } = plan
  return (
    <aside class="side" aria-label="Terms">
      <section class="card">
        <h2>Terms</h2>
        <dl class="list">
          <Fact name="Price">
            {money(amount, currency)} {everyInterval(interval)}
          </Fact>
          {trial === null ? null : (
            <Fact name="Trial">
              {count(trial.days, "day")} for {money(trial.amount, currency)}
            </Fact>
          )}
          {setupFee === null ? null : <Fact name="Setup fee">{money(setupFee, currency)}</Fact>}
          <Fact name="Runs">
            {endAfterCycles === null
              ? "until it is canceled"
              : `for ${count(endAfterCycles, "cycle")}`}
          </Fact>
          <Fact name="Version">{version}</Fact>
          <Fact name="Created">
            <Time at={created} exact />
          </Fact>
        </dl>
      </section>
      <MetadataCard metadata={plan.metadata} />
    </aside>
  )
}

interface ChangeProps {
  readonly view: View
  readonly onClose: () => void
  readonly onDone: () => void
}

const ChangeDialog = ({ view: { plan }, onClose, onDone }: ChangeProps) => {
  const retires = plan.status === "active"
  return (
    <ActForm<unknown>
      title={retires ? "Retire this plan" : "Activate this plan"}
      name="plans.update"
      subject={plan.id}
      input={{ status: retires ? "retired" : "active" }}
      preview={
        retires
          ? `Nobody can subscribe to “${plan.name}” any more. Its subscriptions go on, and are ` +
            "charged as before. It can be activated again."
          : `People can subscribe to “${plan.name}” again.`
      }
      button={retires ? "Retire" : "Activate"}
      done={retires ? "The plan is retired." : "The plan is active."}
      onClose={onClose}
      onDone={onDone}
    />
  )
}
