import { useRef, useState } from "preact/hooks"
import { act, Failed, newKey } from "../../frame/api.ts"
import { usePlace } from "../../frame/router.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { toast } from "../../parts/Toast.tsx"

interface ResolveDialogProps {
  readonly alert: string
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Resolves an alert, with a note for colleagues. */
export const ResolveDialog = ({ alert, onClose, onDone }: ResolveDialogProps) => {
  const place = usePlace()
  const [note, setNote] = useState("")
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const key = useRef(newKey())
  const submit = (event: Event) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    const input = note.trim() === "" ? {} : { note: note.trim() }
    act(place, "alerts.resolve", { subject: alert, input, idempotencyKey: key.current }).then(
      () => {
        toast("The alert is resolved.")
        onDone()
      },
      (failed: unknown) => {
        setError(failed instanceof Failed ? failed.message : String(failed))
        setBusy(false)
      }
    )
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
        {error === null ? null : (
          <p class="complaint" role="alert">
            {error}
          </p>
        )}
        <div class="buttons">
          <button type="button" onClick={onClose}>
            Go back
          </button>
          <button type="submit" class="main" disabled={isBusy}>
            Resolve
          </button>
        </div>
      </form>
    </Dialog>
  )
}
