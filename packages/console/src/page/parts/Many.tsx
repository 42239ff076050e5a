import { useId, useRef } from "preact/hooks"

interface ManyProps {
  readonly label: string
  readonly choices: ReadonlyArray<readonly [value: string, label: string]>
  readonly values: ReadonlyArray<string>
  readonly onChange: (values: ReadonlyArray<string>) => void
}

/** A field that takes several of its choices. Its list opens over the page. */
export const Many = ({ label, choices, values, onChange }: ManyProps) => {
  const id = useId()
  const element = useRef<HTMLDetailsElement>(null)
  const close = () => element.current?.removeAttribute("open")
  const unknown = values.filter((value) => choices.every(([code]) => code !== value))
  const shown = [...choices.filter(([code]) => values.includes(code)).map(([, text]) => text)]
  return (
    <div class="field">
      <span id={id}>{label}</span>
      <details
        ref={element}
        class="many"
        onFocusOut={({ currentTarget, relatedTarget }) => {
          // A press on the list itself moves the focus nowhere.
          const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
          if (relatedTarget !== null && !isInside) close()
        }}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || element.current?.open !== true) return
          event.stopPropagation()
          close()
          element.current.querySelector("summary")?.focus()
        }}
      >
        <summary aria-labelledby={`${id} ${id}-value`}>
          <bdi id={`${id}-value`} class="cut">
            {values.length === 0 ? "Any" : [...shown, ...unknown].join(", ")}
          </bdi>
        </summary>
        <fieldset class="list-of-choices" aria-labelledby={id}>
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
      </details>
    </div>
  )
}
