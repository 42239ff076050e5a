import type { ComponentChildren } from "preact"
import { useEffect, useId, useRef } from "preact/hooks"

interface DialogProps {
  readonly title: string
  readonly children: ComponentChildren
  readonly onClose: () => void
}

/** A dialog over the page. The focus returns to where it was when the dialog closes. */
export const Dialog = ({ title, children, onClose }: DialogProps) => {
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const before = document.activeElement
    element.current?.showModal()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={element}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div class="dialog">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  )
}
