import { html, LitElement, nothing, type PropertyDeclarations, type PropertyValues } from "lit"
import { portalRules } from "../../look/layoutRules.ts"
import { type Look, usualLook } from "../../look/paint.ts"
import { portalApi, type Receipt } from "../../portal/PortalApi.ts"
import type { PortalDialog } from "../../portal/PortalDialog.ts"
import { emptyPortal, type Outcome, PortalFlow, type PortalState } from "../../portal/PortalFlow.ts"
import type { PortalWords } from "../../portal/portalWords.ts"
import { portalLanguageTexts } from "../../texts/portal/portalLanguageTexts.ts"
import { labelsOf, relabelledPortal } from "../../texts/portal/relabelledPortal.ts"
import { afterExpiry } from "../afterExpiry.ts"
import { textAttribute } from "../CardFrame.ts"
import { LookSheets } from "../checkoutLook.ts"
import { checkoutStyle } from "../checkoutStyle.ts"
import { LoadedLanguage } from "../LoadedLanguage.ts"
import { PageLanguage } from "../PageLanguage.ts"
import type { PayloomCheckout } from "../PayloomCheckout.ts"
import { type BeginCard, CardEntry } from "./CardEntry.ts"
import type { PortalEvents } from "./PortalEvents.ts"
import { actsOf } from "./portalActs.ts"
import { dialogOf, openOrClose } from "./portalDialogView.ts"
import { footerOf, headerOf, lookOfPortal, messageOf, outcomeOf } from "./portalFrame.ts"
import { sectionsOf } from "./portalParts.ts"
import { portalStyle } from "./portalStyle.ts"
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
 * The custom properties of `<payloom-checkout>` override the template's palette here too.
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
    prepareCheckout: { attribute: false },
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
  /** Sets a provider's own card fields or actions on the payer's page that enters a card. */
  declare prepareCheckout: ((checkout: PayloomCheckout) => void) | null
  declare private state: PortalState
  declare private dialog: PortalDialog | null
  declare private receipt: Receipt | null
  readonly #sheets = new LookSheets()
  readonly #pageLanguage = new PageLanguage(this)
  readonly #portalLanguage = new LoadedLanguage(this, portalLanguageTexts)
  readonly #cards = new CardEntry(this, {
    flow: () => this.#flow,
    show: (title) => {
      this.dialog = { kind: "checkout", title }
    },
    changed: () => this.#tell("payloom-portal-changed", null)
  })
  readonly #acts = actsOf({
    flow: () => this.#flow,
    ask: (dialog) => {
      this.dialog = dialog
    },
    enterCard: (purpose, begin) => void this.#enterCard(purpose, begin),
    done: (sending) => void this.#done(sending),
    showReceipt: (receipt) => {
      this.receipt = receipt
      this.#focusOn = "#receipt"
    }
  })
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
    this.prepareCheckout = null
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
    if (changed.has("dialog")) openOrClose(this.renderRoot, this.dialog !== null)
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
    const { state, look } = this
    const shown = lookOfPortal(state.portal) ?? look ?? usualLook
    this.#sheets.write(shown, portalRules(shown.layout), state.portal?.look.css)
  }

  override render(): unknown {
    const { stage, isBusy } = this.state
    const words = this.#words()
    return html`<div
      class="portal"
      lang=${words?.page.language ?? nothing}
      dir=${words?.page.direction ?? nothing}
      aria-busy=${words === null || stage === "loading" || isBusy}
    >
      ${words === null ? nothing : this.#body(words)}
    </div>`
  }

  /** Returns the texts, or null until the language is loaded. */
  #words(): PortalWords | null {
    const session = this.state.portal
    const locale = session?.locale ?? navigator.language
    const labels = labelsOf(session?.look ?? {}, locale)
    const page = this.#pageLanguage.textsFor(locale, labels)
    const portal = relabelledPortal(this.#portalLanguage.textsOf(locale), labels)
    return page === null || portal === null ? null : { page, portal }
  }

  #body(words: PortalWords): unknown {
    const { state, receipt } = this
    const { portal } = state
    if (portal === null || state.stage !== "open") {
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
        @cancel=${(event: Event) => this.#mayClose() || event.preventDefault()}
      >
        ${dialogOf(words, this.dialog, state, {
          close: () => {
            if (this.#mayClose()) this.dialog = null
          },
          confirm: (send) => {
            if (this.#flow !== null) void this.#done(send(this.#flow))
          }
        })}
      </dialog>`
  }

  /** A change that is sent can't be taken back. A payment continues without its page. */
  #mayClose(): boolean {
    return !this.state.isBusy || this.dialog?.kind === "checkout"
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
    const look = () => document.visibilityState === "visible" && this.#flow?.refresh()
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
    void this.#flow.open().then(() => this.#cards.comeBack())
  }

  #show(state: PortalState): void {
    const before = this.state.stage
    this.state = state
    const { portal, stage } = state
    if (stage === "over" && before !== "over") {
      this.dialog = null
      this.receipt = null
      this.#cards.close()
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

  async #enterCard(purpose: "add" | "pay", begin: BeginCard): Promise<void> {
    const texts = this.#words()?.portal
    const title = purpose === "add" ? texts?.addCard : texts?.statusPastDue
    if (await this.#cards.begin(title ?? "", begin)) return
    this.#focusOn = ".outcome"
    this.requestUpdate()
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

  /** Esc closes the dialog without a button. A payment may have ended meanwhile. */
  #closed(): void {
    this.dialog = null
    this.#cards.close()
  }

  #leaveReceipt(): void {
    this.#focusOn = `[data-id="${this.receipt?.id ?? ""}"] button`
    this.receipt = null
  }

  #tell<Name extends keyof PortalEvents>(name: Name, detail: PortalEvents[Name]): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
  }
}

customElements.define("payloom-portal", PayloomPortal)
