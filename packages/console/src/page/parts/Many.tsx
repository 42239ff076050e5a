import { useId } from "preact/hooks"
import { DropDown } from "./DropDown.tsx"

interface ManyProps {
  readonly label: string
  readonly choices: ReadonlyArray<readonly [value: string, label: string]>
  readonly values: ReadonlyArray<string>
  readonly onChange: (values: ReadonlyArray<string>) => void
}

/** A field that takes several of its choices. Its list opens over the page. */
export const Many = ({ label, choices, values, onChange }: ManyProps) => {
  const id = useId()
  const unknown = values.filter((value) => choices.every(([code]) => code !== value))
  const shown = [...choices.filter(([code]) => values.includes(code)).map(([, text]) => text)]
  const button = (
    <bdi id={`${id}-value`} class="cut">
      {values.length === 0 ? "Any" : [...shown, ...unknown].join(", ")}
    </bdi>
  )
  return (
    <div class="field">
      <span id={id}>{label}</span>
      <DropDown class="many" labelledBy={`${id} ${id}-value`} button={button}>
        <fieldset class="dropped" aria-labelledby={id}>
          {[...choices, ...unknown.map((value) => [value, value] as const)].map(([code, text]) => (
            <label key={code} class="choice">
              <input
                type="checkbox"
                checked={values.includes(code)}
                onChange={({ currentTarget }) =>
                  onChange(
                    currentTarget.checked
                      ? [...values, code]
                      : values.filter((value) => value !== code)
                  )
                }
              />
              <bdi class="text">{text}</bdi>
            </label>
          ))}
        </fieldset>
      </DropDown>
    </div>
  )
}
