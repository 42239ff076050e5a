import { useEffect, useRef, useState } from "preact/hooks"
import { toast } from "../parts/Toast.tsx"
import { act, Failed, newKey } from "./api.ts"
import { usePlace } from "./router.tsx"

interface ActOf<A> {
  /** The name of the act, such as `webhooks.replay`. */
  readonly name: string
  /** The sentence that is shown for a moment when it is done. */
  readonly done: string
  readonly onDone: (answer: A) => void
}

/** Does the act of a dialog once, however often its button is pressed. */
export const useAct = <A>({ name, done, onDone }: ActOf<A>) => {
  const place = usePlace()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Failed | null>(null)
  // One key for the dialog, so that pressing the button twice does the act once.
  const key = useRef(newKey())
  const isClosed = useRef(false)
  useEffect(
    () => () => {
      isClosed.current = true
    },
    []
  )
  const send = (subject: string, input: object, reason: string) => {
    setBusy(true)
    setError(null)
    const why = reason === "" ? {} : { reason }
    act<A>(place, name, { subject, input, idempotencyKey: key.current, ...why }).then(
      (answer) => {
        toast(done)
        onDone(answer)
      },
      (failed: unknown) => {
        const known = failed instanceof Failed ? failed : new Failed(0, String(failed))
        // A decided refusal did nothing, so a corrected input is a new act.
        if (known.isDecided) key.current = newKey()
        // A person who closed the dialog meanwhile has to learn it too.
        if (isClosed.current) toast(known.message)
        setError(known)
        setBusy(false)
      }
    )
  }
  return { isBusy, error, clearError: () => setError(null), send }
}
