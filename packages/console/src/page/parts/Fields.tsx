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
export const Input = ({ label, value, onInput, ...rest }: InputProps) => (
  <label class="field">
    <span>{label}</span>
    <input
      type={rest.type ?? "text"}
      value={value}
      maxLength={rest.maxLength ?? 255}
      placeholder={rest.hint ?? ""}
      autoComplete="off"
      onInput={({ currentTarget }) => onInput(currentTarget.value)}
    />
  </label>
)
