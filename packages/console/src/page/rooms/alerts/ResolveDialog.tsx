import { useState } from "preact/hooks"
import { useAct } from "../../frame/useAct.ts"
import { ActEnd } from "../../parts/ActEnd.tsx"
import { Dialog } from "../../parts/Dialog.tsx"

interface ResolveDialogProps {
  readonly alert: string
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Resolves an alert, with a note for colleagues. */
export const ResolveDialog = ({ alert, onClose, onDone }: ResolveDialogProps) => {
  const [note, setNote] = useState("")
  const done = "The alert is resolved."
  const { isBusy, error, send } = useAct<unknown>({ name: "alerts.resolve", done, onDone })
  const submit = (event: Event) => {
    event.preventDefault()
    if (!isBusy) send(alert, note.trim() === "" ? {} : { note: note.trim() }, "")
  }
  return (
    <Dialog title="Resolve this alert" onClose={onClose}>
      <form onSubmit={submit}>
        <label class="field">
          <span>Note</span>
          <textarea
            rows={3}
            maxLength={1000}
            value={note}
            onInput={({ currentTarget }) => setNote(currentTarget.value)}
          />
        </label>
        <p class="preview">Says that nothing is left to do. It can be opened again.</p>
        <ActEnd error={error} isReady isBusy={isBusy} onClose={onClose}>
          Resolve
        </ActEnd>
      </form>
    </Dialog>
  )
}
