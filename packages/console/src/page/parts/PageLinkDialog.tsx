import { useState } from "preact/hooks"
import { ActForm } from "./ActForm.tsx"
import { Dialog } from "./Dialog.tsx"
import { keepKey, keptKey } from "./publishableKey.ts"
import { SecretDialog } from "./SecretDialog.tsx"

interface PageLinkDialogProps {
  /** The name of the link, such as `Payment link`. */
  readonly title: string
  /** The name of the act. Its answer has the address of a hosted page as `url`. */
  readonly name: string
  /** The id of the thing that the page is about. */
  readonly subject: string
  /** The sentences that say what the link will do. */
  readonly preview: string
  /** The sentences that are shown with the link. */
  readonly advice: string
  readonly onClose: () => void
}

const keyShape = /^pk_(live|test)_\S{10,200}$/

/** Makes the address of a hosted page for a customer, and shows it once. */
export const PageLinkDialog = (props: PageLinkDialogProps) => {
  const { title, name, subject, preview, advice, onClose } = props
  const [key, setKey] = useState(keptKey())
  const [made, setMade] = useState<{ readonly url: string | null } | null>(null)
  if (made !== null && made.url !== null) {
    return <SecretDialog title={title} secret={made.url} advice={advice} onClose={onClose} />
  }
  if (made !== null) {
    return (
      <Dialog title={title} onClose={onClose}>
        <p>The link was made before and is not shown again. Make another one.</p>
        <div class="buttons">
          <button type="button" onClick={onClose}>
            Go back
          </button>
        </div>
      </Dialog>
    )
  }
  const isKey = keyShape.test(key.trim())
  return (
    <ActForm<{ readonly url: string | null }>
      title={`Make a ${title.toLowerCase()}`}
      name={name}
      subject={subject}
      input={isKey ? { publishableKey: key.trim() } : null}
      preview={preview}
      button="Make the link"
      done="The link is made."
      onClose={onClose}
      onDone={(answer) => {
        keepKey(key.trim())
        setMade(answer)
      }}
    >
      <label class="field">
        <span>Publishable key of your payment page (it is kept in this browser)</span>
        <input
          value={key}
          maxLength={220}
          autoComplete="off"
          spellcheck={false}
          placeholder="pk_…"
          onInput={({ currentTarget }) => setKey(currentTarget.value)}
        />
      </label>
    </ActForm>
  )
}
