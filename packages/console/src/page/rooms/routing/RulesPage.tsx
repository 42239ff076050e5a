import { useEffect, useState } from "preact/hooks"
import type { RoutingView, SimulationView } from "../../../rooms/routing/RoutingViews.ts"
import type { Wire } from "../../../Wire.ts"
import { act, Failed, newKey } from "../../frame/api.ts"
import { useMay } from "../../frame/Me.ts"
import { addressOf, navigate, usePlace } from "../../frame/router.tsx"
import { useData } from "../../frame/useData.ts"
import { ActForm } from "../../parts/ActForm.tsx"
import { Crumb } from "../../parts/Crumb.tsx"
import { Empty, Failure, Loading } from "../../parts/States.tsx"
import { complaintOf, type Draft, draftOf, inputOf, moved, newDraft } from "./drafts.ts"
import { RuleForm } from "./RuleForm.tsx"
import { Simulation } from "./Simulation.tsx"

type View = Wire<RoutingView>
type Simulated = Wire<SimulationView>

/** The page that changes the rules. They are tried on the last payments before they are saved. */
export const RulesPage = () => {
  const { data, error, reload } = useData<View>("/routing")
  return (
    <>
      <Crumb to="/routing">Accounts and routing</Crumb>
      {error === null ? null : <Failure error={error} retry={reload} />}
      {data === null ? error === null ? <Loading /> : null : <Editor view={data} />}
    </>
  )
}

/** Rules as the server takes them. */
interface RulesInput {
  readonly rules: ReadonlyArray<object>
  readonly seen: string
}

/** Tries rules on the last attempts. The result is forgotten when the rules change. */
const useSimulation = (input: RulesInput) => {
  const place = usePlace()
  const [found, setFound] = useState<Simulated | null>(null)
  const [error, setError] = useState<Failed | null>(null)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    setFound(null)
    setError(null)
  }, [JSON.stringify(input.rules)])
  const simulate = () => {
    if (isBusy) return
    setBusy(true)
    const body = { subject: "", input, idempotencyKey: newKey() }
    act<Simulated>(place, "routing.simulate", body).then(
      (result) => {
        setFound(result)
        setError(null)
        setBusy(false)
      },
      (failed: unknown) => {
        setError(failed instanceof Failed ? failed : new Failed(0, String(failed)))
        setBusy(false)
      }
    )
  }
  return { found, error, isBusy, simulate }
}

const Editor = ({ view: loaded }: { view: View }) => {
  // The rules that the person saw first, so that a change by somebody else is noticed.
  const [view] = useState(loaded)
  const [drafts, setDrafts] = useState<ReadonlyArray<Draft>>(() => view.rules.map(draftOf))
  return (
    <>
      <div class="head">
        <h1>Rules</h1>
        <button type="button" onClick={() => setDrafts([...drafts, newDraft()])}>
          Add a rule
        </button>
      </div>
      {drafts.length === 0 ? (
        <Empty title="No rule">
          <p>All accounts that take a payment are tried, the oldest first.</p>
        </Empty>
      ) : null}
      <ol>
        {drafts.map((draft, at) => (
          <RuleForm
            key={draft.key}
            number={at + 1}
            draft={draft}
            accounts={view.accounts}
            isLast={at === drafts.length - 1}
            onChange={(next) => setDrafts(drafts.with(at, next))}
            onMove={(by) => setDrafts(moved(drafts, at, by))}
            onRemove={() => setDrafts(drafts.toSpliced(at, 1))}
          />
        ))}
      </ol>
      <BeforeSaving view={view} drafts={drafts} />
    </>
  )
}

interface BeforeSavingProps {
  readonly view: View
  readonly drafts: ReadonlyArray<Draft>
}

const BeforeSaving = ({ view, drafts }: BeforeSavingProps) => {
  const place = usePlace()
  const isAdmin = useMay("admin")
  const [isSaving, setSaving] = useState(false)
  const input = { rules: drafts.map(inputOf), seen: JSON.stringify(view.rules) }
  const { found, error, isBusy, simulate } = useSimulation(input)
  const complaint = drafts.map(complaintOf).find((one) => one !== null) ?? null
  return (
    <section class="card" aria-live="polite">
      <h2>Before they are saved</h2>
      {found === null ? (
        <p class="soft">
          Try the rules on the last 500 attempts: which account each went to, and which one it would
          go to.
        </p>
      ) : (
        <Simulation found={found} accounts={view.accounts} />
      )}
      {complaint === null && error === null ? null : (
        <p class="complaint" role="alert">
          {complaint ?? error?.message}
        </p>
      )}
      <div class="buttons end">
        <button
          type="button"
          onClick={simulate}
          disabled={complaint !== null}
          aria-disabled={isBusy}
        >
          Try them
        </button>
        {isAdmin ? (
          <button
            type="button"
            class="main"
            disabled={complaint !== null || found === null}
            onClick={() => setSaving(true)}
          >
            Save…
          </button>
        ) : null}
      </div>
      {isSaving && found !== null ? (
        <ActForm
          title="Save the rules"
          name="routing.setRules"
          subject=""
          input={input}
          preview={savingInWords(found, drafts.length)}
          button="Save"
          done="The rules are in force."
          onClose={() => setSaving(false)}
          onDone={() => navigate(addressOf(place, "/routing"))}
        />
      ) : null}
    </section>
  )
}

const savingInWords = ({ attempts, changed }: Simulated, rules: number): string => {
  const what =
    rules === 0
      ? "Removes all rules. New payments go to the oldest account that takes them."
      : `Puts ${rules === 1 ? "1 rule" : `${rules} rules`} in force for new payments.`
  return `${what} Of the last ${attempts} attempts, ${changed} would have gone elsewhere.`
}
