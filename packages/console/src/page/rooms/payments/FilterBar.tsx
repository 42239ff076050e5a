import { useEffect, useId, useState } from "preact/hooks"
import { named } from "../../format/words.ts"
import { addressOf, navigate, usePlace } from "../../frame/router.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { type Filter, filtersOf, listPath, withFilter } from "./filters.ts"
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
  const set = (name: string, value: string) =>
    navigate(addressOf(place, listPath(withFilter(filters, name, value))), { replace: true })
  const active = all.flatMap((filter) =>
    filters.getAll(filter.name).map((value) => ({ filter, value }))
  )
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
        {active.map(({ filter, value }) => (
          <button
            key={`${filter.name} ${value}`}
            type="button"
            class="chip"
            aria-label={`Remove the filter ${filter.label}: ${shownValue(filter, value)}`}
            onClick={() => set(filter.name, "")}
          >
            <span class="soft">{filter.label}</span>
            <bdi class="text">{shownValue(filter, value)}</bdi>
            <Icon name="close" />
          </button>
        ))}
        <SavedViews query={filters.toString()} />
      </div>
      <div class="panel" id={panel} hidden={!isOpen}>
        {all.map((filter) => (
          <Field
            key={filter.name}
            filter={filter}
            value={filters.get(filter.name) ?? ""}
            onChange={(value) => set(filter.name, value)}
          />
        ))}
      </div>
    </div>
  )
}

const shownValue = ({ choices }: Filter, value: string): string =>
  choices?.find(([code]) => code === value)?.[1] ?? value

interface FieldProps {
  readonly filter: Filter
  readonly value: string
  readonly onChange: (value: string) => void
}

const Field = ({ filter: { label, kind, choices, hint }, value, onChange }: FieldProps) => {
  const id = useId()
  // A typed text stays when the page is shown again, such as after a new payment.
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const given = {
    ...{ id, value: typed, maxLength: 500 },
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      setTyped(currentTarget.value),
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      onChange(currentTarget.value.trim())
  }
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {kind === "choice" ? (
        <select
          id={id}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        >
          <option value="">Any</option>
          {choices?.map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      ) : kind === "date" ? (
        <input type="date" {...given} />
      ) : (
        <input type="text" {...given} placeholder={hint ?? ""} />
      )}
    </div>
  )
}
