import { html, LitElement, nothing, type PropertyDeclarations, type PropertyValues } from "lit"
import { repeat } from "lit/directives/repeat.js"
import "./PayloomCardFields.ts"
import type { Look } from "../look/paint.ts"
import type { CheckoutFlow } from "../session/CheckoutFlow.ts"
import type { PayerSession, Payment } from "../session/PayerApi.ts"
import type { View } from "../session/View.ts"
import type { Texts } from "../texts/Texts.ts"
import { afterExpiry } from "./afterExpiry.ts"
import { textAttribute } from "./CardFrame.ts"
import { ChallengeWatch } from "./ChallengeWatch.ts"
import { type CheckoutEvents, readyWith } from "./CheckoutEvents.ts"
import { LookSheets } from "./checkoutLook.ts"
import { blocksOf, messageOf } from "./checkoutParts.ts"
import { checkoutStyle } from "./checkoutStyle.ts"
import type { ClientActions } from "./clientActions.ts"
import { flowOf } from "./flowOf.ts"
import { leaveFor } from "./leaveFor.ts"
import { MethodForm } from "./MethodForm.ts"
import { methodStyle } from "./methodStyle.ts"
import { noticeOf } from "./notices.ts"
import { PageLanguage } from "./PageLanguage.ts"
import type { MountCard } from "./PayloomProviderFields.ts"
import { broughtBack, forgetReturn, returnUrlFor } from "./returnMark.ts"
import { summaryStyle } from "./summaryStyle.ts"
import type { Wallets } from "./Wallets.ts"

declare global {
  interface HTMLElementTagNameMap {
    "payloom-checkout": PayloomCheckout
  }
}

/**
 * One whole checkout session in the look of its template: the order, the payment methods and their
 * fields, and the outcome of the payment. The page around it never sees a card number.
 *
 * | Event | When | Detail |
 * |---|---|---|
 * | `payloom-ready` | the session is loaded | {@link CheckoutReady} |
 * | `payloom-succeeded` | it is paid, here or in another window | {@link CheckoutSucceeded} |
 * | `payloom-declined` | the payer may try again | {@link Decline} |
 * | `payloom-ended` | it can't be paid any more | {@link CheckoutEnded} |
 * | `payloom-redirect` | the payer is sent to a provider's page | {@link CheckoutRedirect} |
 *
 * A page that redirects the payer itself calls `preventDefault` on `payloom-redirect`. The events
 * are for display only. The merchant's server reads the outcome.
 *
 * A template's CSS can rely on these classes only. Blocks: `header`, `summary`, `methods`,
 * `footer`. In them: `merchant`, `logo`, `badge`, `amount`, `today`, `interval`, `ends`, `unfold`,
 * `description`, `items`, `item`, `part`, `total`, `price`. Methods: `method`, `choices`, `choice`,
 * `chosen`, `details`, `method-name`, `mark`, `button`, `secondary`, `note`, `field`, `mistake`,
 * `mandate`. Others: `notice`, `status`, `instructions`, `copy`, `back`, `attribution`. The CSS
 * doesn't reach the card fields. Labels replace texts by their keys, which the README lists.
 *
 * Custom properties of the page around override the template's palette: `--payloom-ink`,
 * `--payloom-quiet`, `--payloom-accent`, `--payloom-on-accent` and `--payloom-surface`.
 *
 * @example
 * ```html
 * <payloom-checkout api="https://pay.example" publishable-key="pk_test_…" session-token="…">
 * </payloom-checkout>
 * ```
 */
export class PayloomCheckout extends LitElement {
  static override properties: PropertyDeclarations = {
    api: textAttribute(""),
    publishableKey: { ...textAttribute(""), attribute: "publishable-key" },
    sessionToken: { ...textAttribute(""), attribute: "session-token" },
    cardFields: { ...textAttribute(""), attribute: "card-fields" },
    look: { attribute: false },
    returnUrl: { ...textAttribute(""), attribute: "return-url" },
    mountCard: { attribute: false },
    wallets: { attribute: false },
    actions: { attribute: false },
    view: { state: true }
  }
  static override styles = [checkoutStyle, summaryStyle, methodStyle]

  /** The base URL of the payer's API. */
  declare api: string
  /** The merchant's publishable key. */
  declare publishableKey: string
  /** The token of the session. */
  declare sessionToken: string
  /** The URL of the card fields' document. The default is `/card-fields` of the API. */
  declare cardFields: string
  /** The template's published look, if the page knows it before the session. Null otherwise. */
  declare look: Look | null
  /**
   * The URL that providers redirect the payer back to: a page with this element and the same
   * session. The default is this page, but then cards can't be redirected.
   */
  declare returnUrl: string
  /** Mounts a provider's own card fields instead of Payloom's. Null for Payloom's. */
  declare mountCard: MountCard | null
  /** The wallets that this page can show. There are none by default. */
  declare wallets: Wallets
  /** The handlers of providers' scripts on this page, by kind. There are none by default. */
  declare actions: ClientActions
  declare private view: View
  readonly #sheets = new LookSheets()
  readonly #language = new PageLanguage(this)
  readonly #methodForm = new MethodForm(this, {
    cardFields: () => this.cardFields || `${(this.api ?? "").replace(/\/$/, "")}/card-fields`,
    mountCard: () => this.mountCard ?? null,
    wallets: () => this.wallets ?? {},
    mayPay: () => this.view._tag === "form",
    pay: (payment, session) => this.#pay(payment, session),
    refuse: () => this.#flow?.refuse()
  })
  #flow: CheckoutFlow | null = null
  #end = new AbortController()
  #isAnnounced = false
  /** True after an action of the payer. */
  #movesFocus = false

  constructor() {
    super()
    this.api = ""
    this.publishableKey = ""
    this.sessionToken = ""
    this.cardFields = ""
    this.look = null
    this.returnUrl = ""
    this.wallets = {}
    this.actions = {}
    this.view = { _tag: "loading" }
    new ChallengeWatch(this, () => this.#flow?.returnFromChallenge())
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
    if (changed.has("view") && this.#movesFocus) this.#focusMessage()
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot()
    if (root instanceof ShadowRoot) this.#sheets.adoptInto(root)
    return root
  }

  override willUpdate(): void {
    const session = this.#flow?.session ?? null
    this.#sheets.writeFor(session, this.look)
  }

  override render(): unknown {
    const session = this.#flow?.session ?? null
    const texts = this.#textsFor(session)
    const { view, look } = this
    const methods = texts === null ? nothing : this.#methods(texts, session)
    return html`<div
      class="checkout"
      lang=${texts?.language ?? nothing}
      dir=${texts?.direction ?? nothing}
      aria-busy=${texts === null || view._tag === "loading"}
    >
      <div class="blocks">
        ${repeat(
          blocksOf({ texts, view, session, look, isTest: this.#isTest }, methods),
          ([name]) => name,
          ([name, content]) => {
            const box = session?.template_config.layout.boxes[name] ?? "plain"
            return html`<div class="block ${name} ${box}">${content}</div>`
          }
        )}
      </div>
    </div>`
  }

  /** Returns the texts, or null until the language is loaded. */
  #textsFor(session: PayerSession | null): Texts | null {
    return session === null
      ? this.#language.textsFor(navigator.language, {})
      : this.#language.textsFor(session.locale, session.template_config.labels)
  }

  #methods(texts: Texts, session: PayerSession | null): unknown {
    const { view } = this
    const message = messageOf(texts, view, session, {
      chooseAnew: () => this.#chooseAnew(),
      perform: (kind) => (kind in this.actions ? () => this.#flow?.perform() : null)
    })
    const notice = noticeOf(texts, view, session)
    return html`<div class="notice" role="alert" tabindex="-1">${notice}</div>
      ${session === null ? nothing : this.#form(texts, session)}
      <div class="status" role="status" tabindex="-1">${message}</div>
      ${
        view._tag === "unreachable"
          ? html`<button class="button" type="button" @click=${() => this.#flow?.open()}>
              ${texts.tryAgain}
            </button>`
          : nothing
      }`
  }

  #form(texts: Texts, session: PayerSession): unknown {
    const { view } = this
    const isPaying = view._tag === "processing" && view.inForm
    if (view._tag !== "form" && !isPaying) return nothing
    const notice = view._tag === "form" ? view.notice : null
    const declined = notice?._tag === "declined" ? notice.by : null
    return this.#methodForm.render(texts, session, { isPaying, declined })
  }

  get #isTest(): boolean {
    return this.publishableKey.startsWith("pk_test_")
  }

  #open(): void {
    this.#end.abort()
    this.#end = new AbortController()
    this.#isAnnounced = false
    if (!this.publishableKey || !this.sessionToken) {
      this.view = { _tag: broughtBack() === null ? "bad_link" : "returned" }
      return
    }
    const { signal } = this.#end
    document.addEventListener("visibilitychange", () => this.#look(), { signal })
    window.addEventListener("focus", () => this.#look(), { signal })
    this.#flow = flowOf(this, {
      show: (view) => this.#show(view),
      prepare: ({ locale }) => this.#language.settle(locale),
      signal
    })
    // If the payer uses the browser's back button, the page is as they left it.
    const again = ({ persisted }: PageTransitionEvent) => persisted && this.#flow?.open()
    window.addEventListener("pageshow", again, { signal })
    forgetReturn()
    void this.#flow.open()
  }

  #look(): void {
    if (document.visibilityState === "visible") void this.#flow?.look()
  }

  async #pay(payment: Payment, session: PayerSession): Promise<void> {
    // Another session may have been opened meanwhile, and this payment is not for it.
    if (this.#flow?.session !== session) return
    this.#movesFocus = true
    await this.#flow?.pay({ payment, returnUrl: returnUrlFor(payment, this.returnUrl) })
  }

  #chooseAnew(): void {
    this.#movesFocus = true
    this.#methodForm.forget()
    this.#flow?.chooseAnew()
  }

  #show(view: View): void {
    this.view = view
    const session = this.#flow?.session ?? null
    if (session !== null && !this.#isAnnounced) this.#announce(session)
    if (view._tag === "leaving") {
      leaveFor(this, view.url)
    } else if (view._tag === "succeeded") {
      const successUrl = session?.success_url ?? null
      this.#tell("payloom-succeeded", { payment: view.payment, successUrl })
    } else if (view._tag === "ended") {
      this.#tell("payloom-ended", { status: view.status })
    } else if (view._tag === "form" && view.notice?._tag === "declined") {
      this.#tell("payloom-declined", view.notice.decline)
    }
  }

  #announce(session: PayerSession): void {
    this.#isAnnounced = true
    const texts = this.#textsFor(session)
    if (texts !== null) this.#tell("payloom-ready", readyWith(texts, session.merchant))
    afterExpiry(session.expires_at, this.#end.signal, () => this.#look())
  }

  #tell<Name extends keyof CheckoutEvents>(name: Name, detail: CheckoutEvents[Name]): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
  }

  /** Moves the focus to the outcome or to the field to correct. The pressed button is gone. */
  #focusMessage(): void {
    const notice = this.view._tag === "form" ? this.view.notice : undefined
    const isMarked =
      notice?._tag === "declined" && this.#methodForm.showDecline(notice.decline.code)
    const news = notice === undefined ? ".status" : ".notice"
    const element = this.renderRoot.querySelector<HTMLElement>(news)
    if (isMarked) element?.scrollIntoView({ block: "nearest" })
    else element?.focus()
  }
}

customElements.define("payloom-checkout", PayloomCheckout)
