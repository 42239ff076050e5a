import {
  type CSSResultGroup,
  css,
  html,
  LitElement,
  type PropertyDeclarations,
  type PropertyValues
} from "lit"
import { notThere } from "../card/Deferred.ts"
import { type Look, usualLook } from "../look/paint.ts"
import type { Labels } from "../texts/relabelled.ts"
import { CardFrame } from "./CardFrame.ts"
import type { FrameState } from "./FrameWatch.ts"
import { fieldsMessage } from "./fieldsMessage.ts"
import { PageLanguage } from "./PageLanguage.ts"

declare global {
  interface HTMLElementTagNameMap {
    "payloom-provider-fields": PayloomProviderFields
  }
}

/** The arguments for a provider's script that mounts its card fields. */
export interface CardFieldsPlace {
  /** The element for the fields. It is in the page, within the checkout. */
  readonly container: HTMLElement
  /** The payer's locale, as a BCP 47 tag. */
  readonly locale: string
  /** Theme and colours of the session's template, for fields that can be styled. */
  readonly look: Pick<Look, "theme" | "palette">
  /** Submits the form. Call it when the payer presses Enter in a field. */
  readonly submit: () => void
  /** Aborted once the fields are no longer needed. */
  readonly signal: AbortSignal
}

/** The mounted card fields of a provider's script. */
export interface ProviderCardFields {
  /**
   * Returns the server vault's name of the card, such as Stripe's `pm_…`, as text. Returns null if
   * the fields hold no card. They then show what is wrong. Rejects if the fields failed.
   */
  readonly encrypt: () => Promise<string | null>
  /** Shows a decline at the field that it is about. Returns false if it is about no field. */
  readonly showDecline?: (code: string) => boolean
}

/** Mounts a provider's card fields on a page. Rejects if its script can't be loaded. */
export type MountCard = (place: CardFieldsPlace) => Promise<ProviderCardFields>

/** The slot of the fields. */
export const cardSlot = "card"

/**
 * The card fields of a provider's script within a checkout, instead of `<payloom-card-fields>`. It
 * fires the same events. The fields are in the page and not in a shadow root, because such scripts
 * look for them in the page.
 */
export class PayloomProviderFields extends LitElement {
  static override properties: PropertyDeclarations = {
    mount: { attribute: false },
    page: { attribute: false },
    locale: {},
    look: { attribute: false },
    labels: { attribute: false },
    state: { state: true }
  }
  static override styles: CSSResultGroup = [
    CardFrame.styles,
    css`
      .fields[hidden] {
        display: none;
      }
    `
  ]

  declare mount: MountCard
  /** The checkout's own element. The fields are its children. */
  declare page: HTMLElement
  declare locale: string
  declare look: Pick<Look, "theme" | "palette">
  declare labels: Labels
  declare private state: FrameState
  readonly #language = new PageLanguage(this)
  #end = new AbortController()
  #fields: Promise<ProviderCardFields> = Promise.reject(notThere())
  #shown: ProviderCardFields | null = null

  constructor() {
    super()
    this.locale = "en"
    this.look = usualLook
    this.labels = {}
    this.state = "opening"
    this.#fields.catch(() => undefined)
  }

  /** Encrypts as `<payloom-card-fields>` does. Waits until the fields are mounted. */
  async encrypt(): Promise<string | null> {
    return (await this.#fields).encrypt()
  }

  /** Returns true if the fields show the decline at the field that it is about. */
  showDecline(code: string): boolean {
    return this.#shown?.showDecline?.(code) ?? false
  }

  override connectedCallback(): void {
    super.connectedCallback()
    if (this.hasUpdated) this.#open()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#end.abort()
  }

  protected override firstUpdated(_changed: PropertyValues): void {
    this.#open()
  }

  override render(): unknown {
    const texts = this.#language.textsFor(this.locale, this.labels)
    return html`<div class="fields" ?hidden=${this.state === "failed"}><slot></slot></div>
      ${fieldsMessage(this.state, texts, () => this.#open())}`
  }

  #open(): void {
    this.#end.abort()
    this.#end = new AbortController()
    const { signal } = this.#end
    const container = document.createElement("div")
    container.slot = cardSlot
    this.page.append(container)
    signal.addEventListener("abort", () => container.remove())
    this.state = "opening"
    this.#shown = null
    const { locale, look } = this
    const submit = () => this.#tell("payloom-card-submitted")
    this.#fields = withinTime(this.mount({ container, locale, look, submit, signal }))
    this.#fields.then(
      (fields) => this.#settled(signal, fields, "ready"),
      (error: unknown) => {
        // The page's owner sees the error. The payer can try again.
        if (!signal.aborted) reportError(error)
        this.#settled(signal, null, "failed")
      }
    )
  }

  #settled(
    signal: AbortSignal,
    fields: ProviderCardFields | null,
    state: "ready" | "failed"
  ): void {
    if (signal.aborted) return
    this.#shown = fields
    this.state = state
    this.#tell(`payloom-card-${state}`)
  }

  #tell(name: `payloom-card-${string}`): void {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true }))
  }
}

/** The time after which a script that has not mounted its fields counts as failed. */
const mountedWithinMs = 15_000

const withinTime = <A>(mounting: Promise<A>): Promise<A> =>
  Promise.race([
    mounting,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(notThere()), mountedWithinMs)
    })
  ])

customElements.define("payloom-provider-fields", PayloomProviderFields)
