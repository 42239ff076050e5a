import { useEffect, useId, useState } from "preact/hooks"
import { named } from "../../format/words.ts"
import { copyText, notCopied } from "../../frame/copyText.ts"
import { addressOf, navigate, usePlace } from "../../frame/router.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { Many } from "../../parts/Many.tsx"
import { toast } from "../../parts/Toast.tsx"
import { type Filter, filtersOf, listPath, withFilter, withPeriod } from "./filters.ts"
import { type Period, periodsAt } from "./periods.ts"
import { SavedViews } from "./SavedViews.tsx"

interface FilterBarProps {
  readonly filters: URLSearchParams
  readonly accounts: ReadonlyArray<{ readonly id: string; readonly name: string }>
}

/** The filters of the list. Each change changes the address. */
export const FilterBar = ({ filters, accounts }: FilterBarProps) => {
  const place = usePlace()
  const [isOpen, setOpen] = useState(false)
  const panel = useId()
  const all = filtersOf(accounts, named)
  const go = (next: URLSearchParams) =>
    navigate(addressOf(place, listPath(next)), { replace: true })
  const set = (name: string, values: ReadonlyArray<string>) => go(withFilter(filters, name, values))
  return (
    <div class="filters">
      <div class="bar">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="filter" />
          Filter
        </button>
        <Chips all={all} filters={filters} set={set} />
        <SavedViews query={filters.toString()} />
        {filters.toString() === "" ? null : <CopyLink />}
      </div>
      <div class="panel" id={panel} hidden={!isOpen}>
        <Periods
          from={filters.get("from") ?? ""}
          to={filters.get("to") ?? ""}
          onChoose={(period) => go(withPeriod(filters, period))}
        />
        {all.map((filter) => (
          <Field
            key={filter.name}
            filter={filter}
            values={filters.getAll(filter.name)}
            onChange={(values) => set(filter.name, values)}
          />
        ))}
      </div>
    </div>
  )
}

interface ChipsProps {
  readonly all: ReadonlyArray<Filter>
  readonly filters: URLSearchParams
  readonly set: (name: string, values: ReadonlyArray<string>) => void
}

/** The filters in force. Each is removed by a press. */
const Chips = ({ all, filters, set }: ChipsProps) =>
  all.flatMap((filter) => {
    const values = filters.getAll(filter.name)
    return values.map((value) => (
      <button
        key={`${filter.name} ${value}`}
        type="button"
        class="chip"
        onClick={() =>
          set(
            filter.name,
            values.filter((other) => other !== value)
          )
        }
      >
        <span class="hidden">Remove the filter </span>
        <span class="soft">{filter.label}</span> <bdi class="text">{shownValue(filter, value)}</bdi>
        <Icon name="close" />
      </button>
    ))
  })

const linkCopied = "The link is copied. It opens this list with its filters."

/** Copies the address, which has the filters. */
const CopyLink = () => (
  <button
    type="button"
    class="plain"
    title="All filters are in the address of this page."
    onClick={() =>
      void copyText(location.href).then((isDone) => toast(isDone ? linkCopied : notCopied))
    }
  >
    <Icon name="copy" />
    Copy link
  </button>
)

interface PeriodsProps extends Period {
  readonly onChoose: (period: Period) => void
}

const Periods = ({ from, to, onChoose }: PeriodsProps) => (
  <fieldset class="periods">
    <legend class="hidden">Dates</legend>
    {periodsAt(new Date()).map((period) => (
      <button
        key={period.name}
        type="button"
        class="chip"
        aria-pressed={period.from === from && period.to === to}
        onClick={() => onChoose(period)}
      >
        {period.name}
      </button>
    ))}
  </fieldset>
)

const shownValue = ({ choices }: Filter, value: string): string =>
  choices?.find(([code]) => code === value)?.[1] ?? value

interface FieldProps {
  readonly filter: Filter
  readonly values: ReadonlyArray<string>
  readonly onChange: (values: ReadonlyArray<string>) => void
}

const Field = ({ filter: { label, kind, choices = [], hint }, values, onChange }: FieldProps) => {
  const id = useId()
  const value = values[0] ?? ""
  // A typed text stays when the page is shown again, such as after a new payment.
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  if (kind === "many") return <Many {...{ label, choices, values, onChange }} />
  const given = {
    ...{ id, value: typed, maxLength: 500 },
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      setTyped(currentTarget.value),
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      onChange([currentTarget.value.trim()])
  }
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {kind === "date" ? (
        <input type="date" {...given} />
      ) : (
        <input type="text" {...given} placeholder={hint ?? ""} />
      )}
    </div>
  )
}
