import { html, nothing } from "lit"
import type { PortalDialog } from "../../portal/PortalDialog.ts"
import type { Outcome, PortalFlow } from "../../portal/PortalFlow.ts"
import type { PortalWords } from "../../portal/portalWords.ts"
import { type DialogParts, dialogParts } from "./portalDialogs.ts"

type Checkout = Extract<PortalDialog, { readonly kind: "checkout" }>
type Question = Exclude<PortalDialog, Checkout>

/** Returns a dialog that asks before a change. Its form sends the change. */
export const questionDialog = (
  dialog: Question,
  known: Parameters<typeof dialogParts>[1],
  isBusy: boolean,
  {
    close,
    confirm
  }: {
    readonly close: () => void
    readonly confirm: (send: (flow: PortalFlow) => Promise<Outcome | null>) => void
  }
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

/** The attributes of the payer's page within the dialog, and what its end does. */
interface CheckoutPage {
  readonly api: string
  readonly publishableKey: string
  readonly cardFields: string
  readonly returnUrl: string
  readonly close: () => void
  readonly succeeded: () => void
}

/** Returns a dialog with the payer's page. Its events are not those of the portal. */
export const checkoutDialog = (
  { portal }: PortalWords,
  { session, title }: Checkout,
  { api, publishableKey, cardFields, returnUrl, close, succeeded }: CheckoutPage
): unknown => {
  const within = (event: Event) => event.stopPropagation()
  return html`<div class="question">
    <div class="head">
      <h2 id="dialog-title">${title}</h2>
      <button class="close" type="button" aria-label=${portal.close} @click=${close}>×</button>
    </div>
    <payloom-checkout
      api=${api}
      publishable-key=${publishableKey}
      session-token=${session.session_token}
      card-fields=${cardFields}
      return-url=${returnUrl}
      @payloom-ready=${within}
      @payloom-declined=${within}
      @payloom-ended=${within}
      @payloom-succeeded=${(event: Event) => {
        within(event)
        succeeded()
      }}
    ></payloom-checkout>
  </div>`
}
