import { html, nothing } from "lit"
import type { PortalDialog } from "../../portal/PortalDialog.ts"
import type { Outcome, PortalFlow, PortalState } from "../../portal/PortalFlow.ts"
import type { PortalWords } from "../../portal/portalWords.ts"
import { checkoutSlot } from "./CardEntry.ts"
import { type DialogParts, dialogParts } from "./portalDialogs.ts"

type Checkout = Extract<PortalDialog, { readonly kind: "checkout" }>
type Question = Exclude<PortalDialog, Checkout>

/** The page around a dialog. */
interface DialogHost {
  readonly close: () => void
  readonly confirm: (send: (flow: PortalFlow) => Promise<Outcome | null>) => void
}

/** Returns the content of the open dialog, or nothing. */
export const dialogOf = (
  words: PortalWords,
  dialog: PortalDialog | null,
  { lists: { instruments, subscriptions }, isBusy }: PortalState,
  host: DialogHost
): unknown => {
  if (dialog === null) return nothing
  if (dialog.kind === "checkout") return checkoutDialog(words, dialog.title, host.close)
  const known = { words, instruments: instruments.items, subscriptions: subscriptions.items }
  return questionDialog(dialog, known, isBusy, host)
}

/** Opens or closes the dialog of the page. A closed dialog gives the focus back. */
export const openOrClose = (root: ParentNode, isOpen: boolean): void => {
  const element = root.querySelector("dialog")
  if (!isOpen) element?.close()
  else if (element?.open === false) element.showModal()
}

/** Returns a dialog that asks before a change. Its form sends the change. */
const questionDialog = (
  dialog: Question,
  known: Parameters<typeof dialogParts>[1],
  isBusy: boolean,
  { close, confirm }: DialogHost
): unknown => {
  const parts: DialogParts = dialogParts(dialog, known)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const entries = new FormData(event.currentTarget as HTMLFormElement)
    confirm((flow) => parts.send(flow, entries))
  }
  const { portal } = known.words
  return html`<form class="question" @submit=${submit}>
    <h2 id="dialog-title">${parts.title}</h2>
    ${parts.body}
    <div class="actions">
      ${
        parts.confirm === null
          ? nothing
          : html`<button class="button confirm" type="submit" ?disabled=${isBusy}>
              ${parts.confirm}
            </button>`
      }
      <button class="button secondary dismiss" type="button" ?disabled=${isBusy} @click=${close}>
        ${parts.confirm === null ? portal.close : portal.goBack}
      </button>
    </div>
  </form>`
}

/** Returns a dialog with the payer's page, which is in the slot. */
const checkoutDialog = ({ portal }: PortalWords, title: string, close: () => void): unknown =>
  html`<div class="question">
    <div class="head">
      <h2 id="dialog-title">${title}</h2>
      <button class="close" type="button" aria-label=${portal.close} @click=${close}>×</button>
    </div>
    <slot name=${checkoutSlot}></slot>
  </div>`
