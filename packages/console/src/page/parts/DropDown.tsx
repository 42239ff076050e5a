import type { ComponentChildren } from "preact"
import { useRef } from "preact/hooks"

interface DropDownProps {
  readonly class: string
  /** The ids of the elements that name the button. Its own text if absent. */
  readonly labelledBy?: string
  /** The content of the button. */
  readonly button: ComponentChildren
  /** The content that opens over the page. */
  readonly children: ComponentChildren
  /** True if a press of a link inside closes it. */
  readonly closesOnLink?: boolean
}

/** A button whose content opens over the page. It closes on Escape and if the focus leaves it. */
export const DropDown = (props: DropDownProps) => {
  const element = useRef<HTMLDetailsElement>(null)
  const close = () => element.current?.removeAttribute("open")
  return (
    <details
      ref={element}
      class={`drop-down ${props.class}`}
      onClick={({ target }) => {
        if (props.closesOnLink && target instanceof Element && target.closest("a") !== null) close()
      }}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        // A press on the content itself moves the focus nowhere.
        const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
        if (relatedTarget !== null && !isInside) close()
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || element.current?.open !== true) return
        event.stopPropagation()
        close()
        element.current.querySelector("summary")?.focus()
      }}
    >
      <summary aria-labelledby={props.labelledBy}>{props.button}</summary>
      {props.children}
    </details>
  )
}
