import type { ComponentChildren } from "preact"
import { useRef, useState } from "preact/hooks"
import { act, Failed, newKey } from "../frame/api.ts"
import { usePlace } from "../frame/router.tsx"
import { Dialog } from "./Dialog.tsx"
import { toast } from "./Toast.tsx"

/** An act that a dialog does. */
interface ActFormProps<A> {
  readonly title: string
  /** The name of the act, such as `webhooks.replay`. */
  readonly name: string
  /** The id of the thing that is changed. Empty if there is none yet. */
  readonly subject: string
  /** The input of the act. Null while the fields are incomplete. */
  readonly input: object | null
  /** The sentences that say what the act will do. */
  readonly preview: string
  readonly button: string
  /** The sentence that is shown for a moment when it is done. */
  readonly done: string
  readonly children?: ComponentChildren
  readonly onClose: () => void
  readonly onDone: (answer: A) => void
}

/** The dialog of an act: its fields, what it will do, and a reason. It does the act once. */
export const ActForm = <A,>(props: ActFormProps<A>) => {
  const { title, name, subject, input, preview, button, done, children, onClose, onDone } = props
  const place = usePlace()
  const [reason, setReason] = useState("")
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Failed | null>(null)
  // One key for the dialog, so that pressing the button twice does the act once.
  const key = useRef(newKey())
  const submit = (event: Event) => {
    event.preventDefault()
    if (input === null || isBusy) return
    setBusy(true)
    setError(null)
    const why = reason.trim() === "" ? {} : { reason: reason.trim() }
    act<A>(place, name, { subject, input, idempotencyKey: key.current, ...why }).then(
      (answer) => {
        toast(done)
        onDone(answer)
      },
      (failed: unknown) => {
        const known = failed instanceof Failed ? failed : new Failed(0, String(failed))
        // A decided refusal did nothing, so a corrected input is a new act.
        if (known.isDecided) key.current = newKey()
        setError(known)
        setBusy(false)
      }
    )
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit}>
        {children}
        <label class="field">
          <span>Reason</span>
          <textarea
            rows={2}
            maxLength={500}
            value={reason}
            onInput={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </label>
        <p class="preview" aria-live="polite">
          <bdi class="text">
            {input === null ? "Complete the fields to see what will happen." : preview}
          </bdi>
        </p>
        {error === null ? null : (
          <p class="complaint" role="alert">
            {error.message}
          </p>
        )}
        <div class="buttons">
          <button type="button" onClick={onClose}>
            Go back
          </button>
          <button type="submit" class="main" disabled={input === null || isBusy}>
            {button}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
