import { html, LitElement, nothing, type PropertyDeclarations, type PropertyValues } from "lit"
import { afterExpiry } from "../elements/afterExpiry.ts"
import { textAttribute } from "../elements/CardFrame.ts"
import { LookSheets } from "../elements/checkoutLook.ts"
import { checkoutStyle } from "../elements/checkoutStyle.ts"
import { LoadedLanguage } from "../elements/LoadedLanguage.ts"
import { broughtBack } from "../elements/returnMark.ts"
import { type Look, usualLook } from "../look/paint.ts"
import { languageTexts } from "../texts/LanguageTexts.ts"
import { portalLanguageTexts } from "../texts/portal/portalLanguageTexts.ts"
import type { CardSession, PortalApi, Receipt } from "./PortalApi.ts"
import { portalApi } from "./PortalApi.ts"
import type { PortalDialog } from "./PortalDialog.ts"
import type { PortalEvents } from "./PortalEvents.ts"
import { emptyPortal, type Outcome, PortalFlow, type PortalState } from "./PortalFlow.ts"
import { checkoutDialog, questionDialog } from "./portalDialogView.ts"
import { footerOf, headerOf, lookOfPortal, messageOf, outcomeOf } from "./portalFrame.ts"
import { forget, remember, remembered } from "./portalMemory.ts"
import { type PortalActs, sectionsOf } from "./portalParts.ts"
import { portalStyle } from "./portalStyle.ts"
import type { PortalWords } from "./portalWords.ts"
import { receiptView } from "./receiptView.ts"

declare global {
  interface HTMLElementTagNameMap {
    "payloom-portal": PayloomPortal
  }
}

/**
 * The customer portal: the saved cards, the subscriptions and the receipts of one customer, in the
 * look of the session's template. A card is entered in `<payloom-checkout>`, which is loaded when
 * it is needed.
 *
 * | Event | When | Detail |
 * |---|---|---|
 * | `payloom-portal-ready` | the portal is loaded | {@link PortalReady} |
 * | `payloom-portal-changed` | the customer changed something here | null |
 * | `payloom-portal-over` | the session has ended | null |
 *
 * Custom properties of the page around override the template's palette: `--payloom-ink`,
 * `--payloom-quiet`, `--payloom-accent`, `--payloom-on-accent` and `--payloom-surface`.
 *
 * @example
 * ```html
 * <payloom-portal api="https://pay.example" publishable-key="pk_test_…" session-token="…">
 * </payloom-portal>
 * ```
 */
export class PayloomPortal extends LitElement {
  static override properties: PropertyDeclarations = {
    api: textAttribute(""),
    publishableKey: { ...textAttribute(""), attribute: "publishable-key" },
    sessionToken: { ...textAttribute(""), attribute: "session-token" },
    cardFields: { ...textAttribute(""), attribute: "card-fields" },
    returnUrl: { ...textAttribute(""), attribute: "return-url" },
    look: { attribute: false },
    state: { state: true },
    dialog: { state: true },
    receipt: { state: true }
  }
  static override styles = [checkoutStyle, portalStyle]

  /** The base URL of the payer's API. */
  declare api: string
  /** The merchant's publishable key. */
  declare publishableKey: string
  /** The token of the portal session. */
  declare sessionToken: string
  /** The URL of the card fields' document. The default is `/card-fields` of the API. */
  declare cardFields: string
  /**
   * The URL that providers redirect the customer back to: a page with this element and the same
   * session. Without it, cards whose issuer wants a redirect can't be entered.
   */
  declare returnUrl: string
  /** The template's published look, if the page knows it before the session. Null otherwise. */
  declare look: Look | null
  declare private state: PortalState
  declare private dialog: PortalDialog | null
  declare private receipt: Receipt | null
  readonly #sheets = new LookSheets()
  readonly #pageLanguage = new LoadedLanguage(this, languageTexts)
  readonly #portalLanguage = new LoadedLanguage(this, portalLanguageTexts)
  #flow: PortalFlow | null = null
  #end = new AbortController()
  #isAnnounced = false
  /** The element that gets the focus with the next update. */
  #focusOn: string | null = null

  constructor() {
    super()
    this.api = ""
    this.publishableKey = ""
    this.sessionToken = ""
    this.cardFields = ""
    this.returnUrl = ""
    this.look = null
    this.state = emptyPortal
    this.dialog = null
    this.receipt = null
  }

  override connectedCallback(): void {
    super.connectedCallback()
    if (this.hasUpdated) this.#open()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#end.abort()
  }

  override updated(changed: PropertyValues): void {
    if (["api", "publishableKey", "sessionToken"].some((name) => changed.has(name))) this.#open()
    if (changed.has("dialog")) this.#showDialog()
    if (this.#focusOn === null) return
    const element = this.renderRoot.querySelector<HTMLElement>(this.#focusOn)
    if (element !== null) this.#focusOn = null
    element?.focus()
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot()
    if (root instanceof ShadowRoot) this.#sheets.adoptInto(root)
    return root
  }

  override willUpdate(): void {
    const { portal } = this.state
    this.#sheets.write(portal === null ? (this.look ?? usualLook) : lookOfPortal(portal), null)
  }

  override render(): unknown {
    const { state } = this
    const words = this.#words()
    const isLoading = words === null || state.stage === "loading"
    return html`<div
      class="portal"
      lang=${words?.page.language ?? nothing}
      dir=${words?.page.direction ?? nothing}
      aria-busy=${isLoading || state.isBusy}
    >
      ${words === null ? nothing : this.#body(words)}
    </div>`
  }

  /** Returns the texts, or null until the language is loaded. */
  #words(): PortalWords | null {
    const locale = this.state.portal?.locale ?? navigator.language
    const page = this.#pageLanguage.textsOf(locale)
    const portal = this.#portalLanguage.textsOf(locale)
    return page === null || portal === null ? null : { page, portal }
  }

  #body(words: PortalWords): unknown {
    const { state, receipt } = this
    const { portal } = state
    if (portal === null || state.stage === "over" || state.stage === "unreachable") {
      return messageOf(words, state, () => void this.#flow?.open())
    }
    const content =
      receipt === null
        ? sectionsOf({ words, state, now: new Date(), act: this.#acts })
        : receiptView(words, portal, receipt, () => this.#leaveReceipt())
    return html`<div class="body">
        ${headerOf(words, portal, this.publishableKey.startsWith("pk_test_"))}
        ${outcomeOf(words, state)} ${content} ${footerOf(words, portal)}
      </div>
      <dialog
        aria-labelledby="dialog-title"
        @close=${() => this.#closed()}
        @cancel=${(event: Event) => state.isBusy && event.preventDefault()}
      >
        ${this.#dialogContent(words)}
      </dialog>`
  }

  #dialogContent(words: PortalWords): unknown {
    const { dialog, state } = this
    if (dialog === null) return nothing
    const close = () => this.#closeDialog()
    if (dialog.kind === "checkout") {
      const { api, publishableKey, cardFields, returnUrl } = this
      const succeeded = () => void this.#cardEntered()
      return checkoutDialog(words, dialog, {
        ...{ api, publishableKey, cardFields, returnUrl },
        ...{ close, succeeded }
      })
    }
    const { instruments, subscriptions } = state.lists
    const known = { words, instruments: instruments.items, subscriptions: subscriptions.items }
    return questionDialog(dialog, known, state.isBusy, {
      close,
      confirm: (send) => void this.#confirm(send)
    })
  }

  readonly #acts: PortalActs = {
    onSubscription: (action, subscription) => {
      const { id } = subscription
      const flow = this.#flow
      switch (action) {
        case "cancel":
        case "pause":
          this.dialog = { kind: action, subscription }
          return
        case "change_payment_instrument":
          this.dialog = { kind: "change_card", subscription }
          return
        case "pay_overdue":
          void this.#enterCard("pay", (api) => api.payOverdue(id))
          return
        case "undo_cancel":
          if (flow !== null) void this.#done(flow.change((api) => api.undoCancel(id)))
          return
        case "resume":
          if (flow !== null) void this.#done(flow.change((api) => api.resume(id)))
      }
    },
    onInstrument: (kind, instrument) => {
      this.dialog = { kind, instrument }
    },
    addCard: () => void this.#enterCard("add", (api) => api.addCard()),
    showReceipt: (receipt) => {
      this.receipt = receipt
      this.#focusOn = "#receipt"
    },
    moreReceipts: () => void this.#flow?.moreReceipts()
  }

  #open(): void {
    this.#end.abort()
    this.#end = new AbortController()
    this.#isAnnounced = false
    this.dialog = null
    this.receipt = null
    const { api, publishableKey, sessionToken } = this
    if (!publishableKey || !sessionToken) {
      this.state = { ...emptyPortal, stage: "over" }
      return
    }
    const { signal } = this.#end
    const look = () => {
      if (document.visibilityState === "visible") void this.#flow?.refresh()
    }
    document.addEventListener("visibilitychange", look, { signal })
    // If the customer uses the browser's back button, the page is as they left it.
    const again = ({ persisted }: PageTransitionEvent) => persisted && look()
    window.addEventListener("pageshow", again, { signal })
    this.#flow = new PortalFlow({
      api: portalApi({ api, publishableKey, sessionToken }),
      show: (state) => this.#show(state),
      prepare: async ({ locale }) => {
        const shown = locale ?? navigator.language
        const languages = [this.#pageLanguage, this.#portalLanguage]
        await Promise.all(languages.map((language) => language.settle(shown)))
      },
      signal
    })
    void this.#flow.open().then(() => this.#comeBack())
  }

  #show(state: PortalState): void {
    const before = this.state.stage
    this.state = state
    const { portal, stage } = state
    if (stage === "over" && before !== "over") {
      this.dialog = null
      this.receipt = null
      this.#focusOn = ".status"
      this.#tell("payloom-portal-over", null)
    }
    const words = this.#words()
    if (portal === null || words === null || this.#isAnnounced) return
    this.#isAnnounced = true
    const { language, direction, title } = words.portal
    this.#tell("payloom-portal-ready", { title: title(portal.merchant), language, direction })
    afterExpiry(portal.expires_at, this.#end.signal, () => this.#flow?.end())
  }

  /** Shows the checkout session again whose provider sent the customer back to this page. */
  #comeBack(): void {
    const kept = broughtBack() === null ? null : remembered(this.sessionToken)
    if (kept === null || this.state.stage !== "open") return
    void this.#showCheckout(kept, kept.title)
  }

  async #enterCard(
    purpose: "add" | "pay",
    begin: Parameters<PortalFlow["enterCard"]>[0]
  ): Promise<void> {
    const flow = this.#flow
    const session = (await flow?.enterCard(begin)) ?? null
    if (session === null) {
      this.#focusOn = ".outcome"
      this.requestUpdate()
      return
    }
    const words = this.#words()
    const title = purpose === "add" ? words?.portal.addCard : words?.portal.statusPastDue
    await this.#showCheckout(session, title ?? "")
  }

  async #showCheckout(session: CardSession, title: string): Promise<void> {
    // The payer's page is large, and most visits enter no card.
    await import("../elements/PayloomCheckout.ts")
    if (this.#end.signal.aborted) return
    if (this.returnUrl) remember({ ...session, title, portal: this.sessionToken })
    this.dialog = { kind: "checkout", session, title }
  }

  /** The first card becomes the default, so that later payments find one. */
  async #cardEntered(): Promise<void> {
    const flow = this.#flow
    const before = new Set(this.state.lists.instruments.items.map(({ id }) => id))
    forget()
    await flow?.refresh()
    const { items } = this.state.lists.instruments
    const added = items.find(({ id }) => !before.has(id))
    const makeDefault = (api: PortalApi) => api.makeDefault(added?.id ?? "", false)
    if (added !== undefined && this.state.portal?.allow.includes("payment_instruments")) {
      if (!items.some(({ is_default: isDefault }) => isDefault)) await flow?.change(makeDefault)
    }
    this.#tell("payloom-portal-changed", null)
  }

  async #confirm(send: (flow: PortalFlow) => Promise<Outcome | null>): Promise<void> {
    if (this.#flow !== null) await this.#done(send(this.#flow))
  }

  /** Shows the outcome of a change. Its button may be gone, so the outcome gets the focus. */
  async #done(sending: Promise<Outcome | null>): Promise<void> {
    const outcome = await sending
    if (outcome === null) return
    this.dialog = null
    this.#focusOn = ".outcome"
    this.requestUpdate()
    if (outcome === "saved") this.#tell("payloom-portal-changed", null)
  }

  #showDialog(): void {
    const element = this.renderRoot.querySelector("dialog")
    if (this.dialog === null) element?.close()
    else if (element?.open === false) element.showModal()
  }

  #closeDialog(): void {
    if (!this.state.isBusy) this.dialog = null
  }

  /** Esc closes the dialog without a button. A payment may have ended meanwhile. */
  #closed(): void {
    const wasCheckout = this.dialog?.kind === "checkout"
    this.dialog = null
    forget()
    if (wasCheckout) void this.#flow?.refresh()
  }

  #leaveReceipt(): void {
    const id = this.receipt?.id ?? ""
    this.receipt = null
    this.#focusOn = `[data-id="${id}"] button`
  }

  #tell<Name extends keyof PortalEvents>(name: Name, detail: PortalEvents[Name]): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
  }
}

customElements.define("payloom-portal", PayloomPortal)
