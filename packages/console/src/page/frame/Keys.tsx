import { useEffect, useState } from "preact/hooks"
import { Dialog } from "../parts/Dialog.tsx"

const keys: ReadonlyArray<readonly [keys: ReadonlyArray<string>, does: string]> = [
  [["/"], "Search"],
  [["j", "k"], "Next and previous row of a list"],
  [["Enter"], "Open the row"],
  [["Esc"], "Close a dialog or the search"],
  [["?"], "Show these keys"]
]

/** The button that shows the keys, and the keys that work everywhere. */
export const Keys = () => {
  const [isOpen, setOpen] = useState(false)
  useKeys({
    "?": () => setOpen(true),
    j: () => moveFocus(1),
    k: () => moveFocus(-1)
  })
  return (
    <>
      <button
        type="button"
        class="keys-button"
        aria-label="Keys"
        title="Keys"
        onClick={() => setOpen(true)}
      >
        ?
      </button>
      {isOpen ? (
        <Dialog title="Keys" onClose={() => setOpen(false)}>
          <dl class="keys">
            {keys.map(([names, does]) => (
              <div key={does}>
                <dt>
                  {names.map((name) => (
                    <kbd key={name}>{name}</kbd>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
          <div class="buttons">
            <button type="button" onClick={() => setOpen(false)}>
              Close
            </button>
          </div>
        </Dialog>
      ) : null}
    </>
  )
}

/** Moves the focus from row to row of the shown list. */
const moveFocus = (step: number): void => {
  const rows = [...document.querySelectorAll<HTMLElement>("main .row-link")].filter((row) =>
    row.checkVisibility()
  )
  const at = rows.indexOf(document.activeElement as HTMLElement)
  const next = at < 0 ? (step > 0 ? 0 : rows.length - 1) : at + step
  const row = rows[next]
  row?.focus()
  row?.scrollIntoView({ block: "nearest" })
}

/** Calls a function for a key, unless somebody types or a dialog is open. */
export const useKeys = (calls: Readonly<Record<string, () => void>>): void => {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { target, key } = event
      const isTyping = target instanceof Element && target.closest("input,textarea,select,dialog")
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      if (!Object.hasOwn(calls, key) || document.querySelector("dialog[open]") !== null) return
      event.preventDefault()
      calls[key]?.()
    }
    addEventListener("keydown", pressed)
    return () => removeEventListener("keydown", pressed)
  }, [])
}
