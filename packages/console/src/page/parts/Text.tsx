import { useState } from "preact/hooks"
import { copyText, notCopied } from "../frame/copyText.ts"
import { Icon } from "./Icon.tsx"
import { toast } from "./Toast.tsx"

/** A text that somebody else wrote. Its direction doesn't change the texts around it. */
export const Text = ({ children }: { children: string }) => <bdi class="text">{children}</bdi>

/** An id, with a button that copies it. */
export const Id = ({ children, short = false }: { children: string; short?: boolean }) => {
  const [isCopied, setCopied] = useState(false)
  const copy = () => {
    void copyText(children).then((isDone) => {
      if (!isDone) return toast(notCopied)
      setCopied(true)
      setTimeout(() => setCopied(false), 1500)
    })
  }
  return (
    <span class="id">
      <code title={children}>{short ? `…${children.slice(-8)}` : children}</code>
      <button
        type="button"
        class="plain"
        onClick={copy}
        aria-label={isCopied ? "Copied" : `Copy ${children}`}
      >
        <Icon name={isCopied ? "check" : "copy"} />
      </button>
    </span>
  )
}
