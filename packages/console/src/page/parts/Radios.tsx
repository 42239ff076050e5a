import { useId } from "preact/hooks"

interface RadiosProps<Value extends string> {
  readonly legend: string
  readonly choices: ReadonlyArray<readonly [value: Value, label: string]>
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** A choice of one of a few things in a dialog. */
export const Radios = <Value extends string>(props: RadiosProps<Value>) => {
  const { legend, choices, value, onChange } = props
  const name = useId()
  return (
    <fieldset>
      <legend>{legend}</legend>
      {choices.map(([code, label]) => (
        <label key={code} class="choice">
          <input
            type="radio"
            name={name}
            checked={code === value}
            onChange={() => onChange(code)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
