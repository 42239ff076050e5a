import { useState } from "preact/hooks"
import { Dialog } from "./Dialog.tsx"
import { Icon } from "./Icon.tsx"

interface SecretDialogProps {
  readonly title: string
  readonly secret: string
  /** The sentences about what to do with the secret. */
  readonly advice: string
  readonly onClose: () => void
}

/** Shows a secret once. It is nowhere else, so the dialog asks to copy it first. */
export const SecretDialog = ({ title, secret, advice, onClose }: SecretDialogProps) => {
  const [isCopied, setCopied] = useState(false)
  const copy = () => {
    void navigator.clipboard?.writeText(secret).then(() => setCopied(true))
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="secret">
        <p>{advice}</p>
        <p class="preview">
          <code>{secret}</code>
        </p>
        <div class="buttons">
          <button type="button" class="main" onClick={copy}>
            <Icon name={isCopied ? "check" : "copy"} />
            {isCopied ? "Copied" : "Copy"}
          </button>
          <button type="button" onClick={onClose}>
            I have kept it
          </button>
        </div>
      </div>
    </Dialog>
  )
}
