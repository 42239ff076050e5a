import { html, LitElement, nothing, type PropertyDeclarations, type PropertyValues } from "lit"
import { repeat } from "lit/directives/repeat.js"
import "./PayloomCardFields.ts"
import { type Look, usualLook } from "../look/paint.ts"
import { CheckoutFlow, type View } from "../session/CheckoutFlow.ts"
import { type PayerSession, payerApi } from "../session/PayerApi.ts"
import type { Texts } from "../texts/Texts.ts"
import type { CheckoutEvents } from "./CheckoutEvents.ts"
import { LookSheets, lookOf, textsOf } from "./checkoutLook.ts"
import { blocksOf, buttonText, messageOf, methodOf, noticeOf } from "./checkoutParts.ts"
import { checkoutStyle } from "./checkoutStyle.ts"
import type { PayloomCardFields } from "./PayloomCardFields.ts"

type EventsOf<Details> = { readonly [Name in keyof Details]: CustomEvent<Details[Name]> }

declare global {
  interface HTMLElementTagNameMap {
    "payloom-checkout": PayloomCheckout
  }
  interface HTMLElementEventMap extends EventsOf<CheckoutEvents> {}
}

/**
 * The whole of one checkout session: what is to be paid and to whom, the card fields, and what
 * became of the payment, in the look of the session's template. The page around it never sees a
 * card number.
 *
 * | Event | When | Detail |
 * |---|---|---|
 * | `payloom-ready` | the session is known | {@link CheckoutReady} |
 * | `payloom-succeeded` | it is paid, here or elsewhere | {@link CheckoutSucceeded} |
 * | `payloom-declined` | the payer may try again | {@link Decline} |
 * | `payloom-ended` | nothing more can be paid | {@link CheckoutEnded} |
 *
 * What a page is told here is for its own display. Whether it was paid is for the merchant's server
 * to read.
 *
 * A template's css finds these classes, and no others stay as they are: the blocks `header`,
 * `summary`, `methods`, `footer`; in them `merchant`, `logo`, `badge`, `amount`, `interval`,
 * `method`, `method-name`, `mark`, `button`, `note`, `notice`, `status`, `back`, `attribution`.
 * What is inside of the card fields it doesn't reach. A template's labels take the place of the
 * texts with their keys; the package's README lists them.
 *
 * Custom properties of the page around win over the template's palette: `--payloom-ink`,
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
    api: { type: String },
    publishableKey: { type: String, attribute: "publishable-key" },
    sessionToken: { type: String, attribute: "session-token" },
    cardFields: { type: String, attribute: "card-fields" },
    look: { attribute: false },
    view: { state: true },
    isEncrypting: { state: true }
  }
  static override styles = checkoutStyle

  /** The base URL of the payer surface. */
  declare api: string
  declare publishableKey: string
  declare sessionToken: string
  /** Where the card fields' document is; `/card-fields` at the API where nothing is said. */
  declare cardFields: string
  /** The published look, for a page that knows it before the session is read; null otherwise. */
  declare look: Look | null
  declare private view: View
  declare private isEncrypting: boolean
  readonly #sheets = new LookSheets()
  #flow: CheckoutFlow | null = null
  #end = new AbortController()
  #isAnnounced = false
  /** Set by what the payer did, so that opening the page moves no focus. */
  #movesFocus = false

  constructor() {
    super()
    this.api = ""
    this.publishableKey = ""
    this.sessionToken = ""
    this.cardFields = ""
    this.look = null
    this.view = { _tag: "loading" }
    this.isEncrypting = false
  }

  override connectedCallback(): void {
    super.connectedCallback()
    window.addEventListener("message", this.#onMessage)
    if (this.hasUpdated) this.#open()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    window.removeEventListener("message", this.#onMessage)
    this.#end.abort()
  }

  override updated(changed: PropertyValues): void {
    if (["api", "publishableKey", "sessionToken"].some((name) => changed.has(name))) this.#open()
    if (changed.has("view") && this.#movesFocus) this.#focusNews()
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot()
    if (root instanceof ShadowRoot) this.#sheets.adoptInto(root)
    return root
  }

  override willUpdate(): void {
    const session = this.#flow?.session ?? null
    this.#sheets.write(session === null ? (this.look ?? usualLook) : lookOf(session), session)
  }

  override render(): unknown {
    const session = this.#flow?.session ?? null
    const texts = textsOf(session)
    const { view, look } = this
    const methods = this.#methods(texts, session)
    return html`<div class="checkout" lang=${texts.language} aria-busy=${view._tag === "loading"}>
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

  #methods(texts: Texts, session: PayerSession | null): unknown {
    const { view } = this
    return html`<div class="notice" role="alert" tabindex="-1">${noticeOf(texts, view)}</div>
      ${session === null ? nothing : this.#form(texts, session)}
      <div class="status" role="status" tabindex="-1">${messageOf(texts, view, session)}</div>
      ${
        view._tag === "unreachable"
          ? html`<button class="button" type="button" @click=${() => this.#flow?.open()}>
              ${texts.tryAgain}
            </button>`
          : nothing
      }`
  }

  /** Stays while the payment is under way: a payer who is declined finds the card as it was. */
  #form(texts: Texts, session: PayerSession): unknown {
    const { view } = this
    const isUnderWay = view._tag === "processing" && !view.elsewhere
    if (view._tag !== "form" && !isUnderWay) return nothing
    if (!session.available_methods.includes("card") && !isUnderWay) {
      return html`<p class="quiet">${texts.noMethod.title}. ${texts.noMethod.text}</p>`
    }
    return html`<div class="form" ?hidden=${isUnderWay}>
      ${methodOf(texts, session)}
      <payloom-card-fields
        src=${this.cardFields || `${this.api.replace(/\/$/, "")}/card-fields`}
        locale=${session.locale}
        .look=${lookOf(session)}
        .labels=${session.template_config.labels}
        @payloom-card-submitted=${() => this.#pay()}
      ></payloom-card-fields>
      <button
        class="button"
        type="button"
        ?disabled=${this.isEncrypting}
        @click=${() => this.#pay()}
      >
        ${buttonText(texts, session)}
      </button>
      <p class="note quiet small">${texts.card.encrypted}</p>
    </div>`
  }

  get #isTest(): boolean {
    return this.publishableKey.startsWith("pk_test_")
  }

  #open(): void {
    this.#end.abort()
    this.#end = new AbortController()
    this.#isAnnounced = false
    if (this.publishableKey === "" || this.sessionToken === "") {
      this.view = { _tag: "bad_link" }
      return
    }
    const { signal } = this.#end
    document.addEventListener("visibilitychange", () => this.#look(), { signal })
    window.addEventListener("focus", () => this.#look(), { signal })
    this.#flow = new CheckoutFlow({
      api: payerApi(this),
      show: (view) => this.#show(view),
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      signal
    })
    void this.#flow.open()
  }

  #look(): void {
    if (document.visibilityState === "visible") void this.#flow?.look()
  }

  async #pay(): Promise<void> {
    const fields = this.renderRoot.querySelector<PayloomCardFields>("payloom-card-fields")
    if (fields === null || this.isEncrypting || this.view._tag !== "form") return
    this.isEncrypting = true
    const ciphertext = await fields.encrypt()
    this.isEncrypting = false
    if (ciphertext === null) return
    this.#movesFocus = true
    await this.#flow?.pay(ciphertext)
  }

  /** The issuer's page says that the payer is through; what came of it, the server asks. */
  readonly #onMessage = ({ source, data }: MessageEvent<unknown>): void => {
    const frame = this.renderRoot.querySelector<HTMLIFrameElement>("iframe.challenge")
    if (frame === null || source !== frame.contentWindow) return
    const isDone = typeof data === "object" && data !== null && "payloom" in data
    if (isDone && data.payloom === "three-ds") this.#flow?.comeBack()
  }

  #show(view: View): void {
    this.view = view
    const session = this.#flow?.session ?? null
    if (session !== null && !this.#isAnnounced) this.#announce(session)
    if (view._tag === "succeeded") {
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
    const { language, payTo } = textsOf(session)
    this.#tell("payloom-ready", { language, title: payTo(session.merchant) })
    const leftMs = Date.parse(session.expires_at) - Date.now() + expiryLeewayMs
    if (leftMs > longestTimerMs) return
    const timer = setTimeout(() => this.#look(), leftMs)
    this.#end.signal.addEventListener("abort", () => clearTimeout(timer))
  }

  #tell<Name extends keyof CheckoutEvents>(name: Name, detail: CheckoutEvents[Name]): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
  }

  /** The button that the payer pressed is gone: what came of it is read next. */
  #focusNews(): void {
    const isNotice = this.view._tag === "form"
    this.renderRoot.querySelector<HTMLElement>(isNotice ? ".notice" : ".status")?.focus()
  }
}

/** By then the server has ended a session that nobody paid. */
const expiryLeewayMs = 2000
/** A browser's timers know no longer time. */
const longestTimerMs = 2 ** 31 - 1

customElements.define("payloom-checkout", PayloomCheckout)
