import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { useAct } from "../frame/useAct.ts"
import { ActEnd, ReasonField } from "./ActEnd.tsx"
import { Dialog } from "./Dialog.tsx"

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
  const [reason, setReason] = useState("")
  const { isBusy, error, send } = useAct<A>({ name, done, onDone })
  const submit = (event: Event) => {
    event.preventDefault()
    if (input !== null && !isBusy) send(subject, input, reason.trim())
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit}>
        {children}
        <ReasonField reason={reason} onReason={setReason} />
        <p class="preview" aria-live="polite">
          <bdi class="text">
            {input === null ? "Complete the fields to see what will happen." : preview}
          </bdi>
        </p>
        <ActEnd error={error} isReady={input !== null} isBusy={isBusy} onClose={onClose}>
          {button}
        </ActEnd>
      </form>
    </Dialog>
  )
}
