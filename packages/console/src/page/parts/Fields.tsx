import { useId } from "preact/hooks"

interface SelectProps {
  readonly label: string
  readonly value: string
  readonly choices: ReadonlyArray<readonly [value: string, label: string]>
  readonly onChange: (value: string) => void
}

/** A list of choices with a label. */
export const Select = ({ label, value, choices, onChange }: SelectProps) => (
  <label class="field">
    <span>{label}</span>
    <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
      {choices.map(([code, text]) => (
        <option key={code} value={code}>
          {text}
        </option>
      ))}
    </select>
  </label>
)

interface InputProps {
  readonly label: string
  readonly value: string
  readonly type?: "text" | "date" | "datetime-local" | "url"
  readonly hint?: string
  readonly maxLength?: number
  readonly onInput: (text: string) => void
}

/** A field of text or time with a label. */
export const Input = ({ label, value, type = "text", onInput, ...rest }: InputProps) => {
  const id = useId()
  const given = {
    ...{ id, value, maxLength: rest.maxLength ?? 255 },
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      onInput(currentTarget.value)
  }
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {type === "text" ? (
        <input type="text" {...given} placeholder={rest.hint ?? ""} autoComplete="off" />
      ) : type === "url" ? (
        <input type="url" {...given} placeholder={rest.hint ?? ""} autoComplete="off" />
      ) : type === "date" ? (
        <input type="date" {...given} />
      ) : (
        <input type="datetime-local" {...given} />
      )}
    </div>
  )
}
