import { useId } from "preact/hooks"
import type { RoutingView } from "../../../rooms/routing/RoutingViews.ts"
import type { Wire } from "../../../Wire.ts"
import { Input, Select } from "../../parts/Fields.tsx"
import { type Draft, moved } from "./drafts.ts"
import { listConditions, orders } from "./ruleInWords.ts"

type Accounts = Wire<RoutingView>["accounts"]

interface RuleFormProps {
  readonly number: number
  readonly draft: Draft
  readonly accounts: Accounts
  readonly isLast: boolean
  readonly onChange: (draft: Draft) => void
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}

const authentications = [
  ["", "As the issuer wants"],
  ["required", "Always ask for a challenge"],
  ["skip", "Charge without an authentication"],
  ["exemption:low_value", "Exemption: low value"],
  ["exemption:transaction_risk_analysis", "Exemption: risk analysis"],
  ["exemption:trusted_beneficiary", "Exemption: trusted beneficiary"],
  ["exemption:corporate", "Exemption: corporate card"]
] as const

/** The form of one rule. */
export const RuleForm = (props: RuleFormProps) => {
  const { number, draft, accounts, isLast, onChange, onMove, onRemove } = props
  const title = useId()
  const set = (change: Partial<Draft>) => onChange({ ...draft, ...change })
  return (
    <li class="card" aria-labelledby={title}>
      <div class="head">
        <h2 id={title}>Rule {number}</h2>
        <div class="buttons">
          <button type="button" disabled={number === 1} onClick={() => onMove(-1)}>
            Earlier<span class="hidden"> than rule {number - 1}</span>
          </button>
          <button type="button" disabled={isLast} onClick={() => onMove(1)}>
            Later<span class="hidden"> than rule {number + 1}</span>
          </button>
          <button type="button" onClick={onRemove}>
            Remove<span class="hidden"> rule {number}</span>
          </button>
        </div>
      </div>
      <div class="form">
        <div class="pair">
          <Input label="Name" value={draft.name} onInput={(name) => set({ name })} />
          <Select
            label="Order of the accounts"
            value={draft.order}
            choices={Object.entries(orders)}
            onChange={(order) => set({ order: order as Draft["order"] })}
          />
          <Select
            label="Authentication of payers"
            value={draft.authentication === "if_needed" ? "" : draft.authentication}
            choices={authentications}
            onChange={(authentication) => set({ authentication })}
          />
        </div>
        <Targets draft={draft} accounts={accounts} set={set} />
        <Conditions draft={draft} set={set} />
      </div>
    </li>
  )
}

interface ConditionsProps {
  readonly draft: Draft
  readonly set: (change: Partial<Draft>) => void
}

const Conditions = ({ draft, set }: ConditionsProps) => (
  <details open={hasConditions(draft)}>
    <summary>Conditions</summary>
    <p class="soft">An empty field always holds. Separate several values by commas.</p>
    <div class="pair">
      {listConditions.map(([name, label, hint]) => (
        <Input
          key={name}
          label={label}
          hint={hint}
          value={draft.lists[name]}
          onInput={(text) => set({ lists: { ...draft.lists, [name]: text } })}
        />
      ))}
      <Input
        label="Amount from, in minor units"
        hint="50000"
        value={draft.amountFrom}
        onInput={(amountFrom) => set({ amountFrom })}
      />
      <Input
        label="Amount to, in minor units"
        hint="99999"
        value={draft.amountTo}
        onInput={(amountTo) => set({ amountTo })}
      />
    </div>
  </details>
)

const hasConditions = ({ lists, amountFrom, amountTo }: Draft): boolean =>
  [...Object.values(lists), amountFrom, amountTo].some((text) => text !== "")

interface TargetsProps {
  readonly draft: Draft
  readonly accounts: Accounts
  readonly set: (change: Partial<Draft>) => void
}

const Targets = ({ draft: { targets, order }, accounts, set }: TargetsProps) => {
  const others = accounts.filter(({ id }) => !targets.some(({ mid }) => mid === id))
  const nameOf = (mid: string) => accounts.find(({ id }) => id === mid)?.name ?? mid
  return (
    <fieldset>
      <legend>Accounts</legend>
      <ol class="targets">
        {targets.map(({ mid, weight }, at) => (
          <li key={mid}>
            <bdi class="text">{nameOf(mid)}</bdi>
            {order === "weighted" ? (
              <label class="weight">
                <span class="soft">Weight</span>
                <input
                  inputMode="numeric"
                  value={weight}
                  maxLength={5}
                  aria-label={`Weight of ${nameOf(mid)}`}
                  onInput={({ currentTarget }) =>
                    set({ targets: targets.with(at, { mid, weight: currentTarget.value }) })
                  }
                />
              </label>
            ) : null}
            <button
              type="button"
              class="plain"
              disabled={at === 0}
              aria-label={`Move ${nameOf(mid)} up`}
              onClick={() => set({ targets: moved(targets, at, -1) })}
            >
              Up
            </button>
            <button
              type="button"
              class="plain"
              aria-label={`Remove ${nameOf(mid)}`}
              onClick={() => set({ targets: targets.toSpliced(at, 1) })}
            >
              Remove
            </button>
          </li>
        ))}
      </ol>
      {others.length === 0 ? null : (
        <label class="inline-field">
          <span class="hidden">Add an account</span>
          <select
            value=""
            onChange={({ currentTarget }) => {
              const weight = order === "weighted" ? "1" : "0"
              set({ targets: [...targets, { mid: currentTarget.value, weight }] })
            }}
          >
            <option value="">Add an account</option>
            {others.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
    </fieldset>
  )
}
