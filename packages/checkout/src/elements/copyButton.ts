import { html } from "lit"
import type { Texts } from "../texts/Texts.ts"

/** The time for which a button shows that it has copied, in milliseconds. */
const doneForMs = 2500

/** Returns a button that copies a text. `what` names the text for screen readers. */
export const copyButton = ({ instructions }: Texts, value: string, what: string): unknown =>
  html`<button
    class="copy"
    type="button"
    @click=${({ currentTarget }: MouseEvent) => copy(value, currentTarget as HTMLElement)}
  >
    <span class="usual">${instructions.copy}</span>
    <span class="done">${instructions.copied}</span>
    <span class="unseen">${what}</span>
  </button>`

const copy = async (value: string, button: HTMLElement): Promise<void> => {
  const isDone = await navigator.clipboard.writeText(value).then(
    () => true,
    () => copiedBySelection(value)
  )
  if (!isDone) return
  button.classList.add("copied")
  setTimeout(() => button.classList.remove("copied"), doneForMs)
}

/** Copies by a selection. Pages without TLS and frames without permission have no clipboard. */
const copiedBySelection = (value: string): boolean => {
  const field = document.createElement("textarea")
  field.value = value
  document.body.append(field)
  field.select()
  const isDone = document.execCommand("copy")
  field.remove()
  return isDone
}
