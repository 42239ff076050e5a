import { useState } from "preact/hooks"
import { copyText, notCopied } from "../frame/copyText.ts"
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
  const [isCopied, setCopied] = useState<boolean | null>(null)
  const copy = () => void copyText(secret).then(setCopied)
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="secret">
        <p>{advice}</p>
        <p class="preview">
          <code>{secret}</code>
        </p>
        {isCopied === false ? (
          <p class="complaint" role="alert">
            {notCopied}
          </p>
        ) : null}
        <div class="buttons">
          <button type="button" class="main" onClick={copy}>
            <Icon name={isCopied === true ? "check" : "copy"} />
            {isCopied === true ? "Copied" : "Copy"}
          </button>
          <button type="button" onClick={onClose}>
            I have kept it
          </button>
        </div>
      </div>
    </Dialog>
  )
}
