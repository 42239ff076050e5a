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

/** What a provider's script is given to put its card fields on the page. */
export interface CardFieldsPlace {
  /** An element of the page, within the checkout, for the fields. */
  readonly container: HTMLElement
  /** A BCP 47 tag. */
  readonly locale: string
  /** Theme and colours of the session's template, for fields that can be painted. */
  readonly look: Pick<Look, "theme" | "palette">
  /** To be called where the payer presses Enter in a field. */
  readonly submit: () => void
  /** Aborted once the fields are no longer needed. */
  readonly signal: AbortSignal
}

/** The card fields of a provider's script, once they are on the page. */
export interface ProviderCardFields {
  /**
   * What the server's vault knows the card by, such as Stripe's `pm_…`, as text. Null where the
   * fields hold no card; they then show what is wrong. Rejects where they failed.
   */
  readonly encrypt: () => Promise<string | null>
  /** Shows a decline at the field that it is about; false where it is about none. */
  readonly showDecline?: (code: string) => boolean
}

/** Puts a provider's card fields on a page. Rejects where its script can't be loaded. */
export type MountCard = (place: CardFieldsPlace) => Promise<ProviderCardFields>

/** The slot in which they are. */
export const cardSlot = "card"

/**
 * The card fields of a provider's script within a checkout, in the place of
 * `<payloom-card-fields>`: it fires the same events. They are in the page itself, not in a shadow
 * root, for such scripts look for them there.
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
  /** The checkout's own element: the fields are a child of it. */
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

  /** As `<payloom-card-fields>` does it; waits for fields that are not there yet. */
  async encrypt(): Promise<string | null> {
    return (await this.#fields).encrypt()
  }

  /** Whether the fields show a decline where it happened. */
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
        // The page's owner wants to know; the payer can have it tried again.
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

/** A script that has not put its fields there by then is taken for one that doesn't come. */
const mountedWithinMs = 15_000

const withinTime = <A>(mounting: Promise<A>): Promise<A> =>
  Promise.race([
    mounting,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(notThere()), mountedWithinMs)
    })
  ])

customElements.define("payloom-provider-fields", PayloomProviderFields)
