import {
  type CSSResultGroup,
  html,
  LitElement,
  nothing,
  type PropertyDeclaration,
  type PropertyDeclarations,
  type PropertyValues
} from "lit"
import { keyed } from "lit/directives/keyed.js"
import type { CardField } from "../card/CardField.ts"
import { type CardFieldsSetup, cardFieldsFragment } from "../card/CardFieldsAddress.ts"
import {
  type CardFieldsMessage,
  type CardFieldsRequest,
  isOurs
} from "../card/CardFieldsMessage.ts"
import { type Look, paint, usualLook } from "../look/paint.ts"
import { cardLabels } from "../texts/cardTexts.ts"
import type { Labels } from "../texts/relabelled.ts"
import type { Texts } from "../texts/Texts.ts"
import { cardFrameStyle } from "./cardFrameStyle.ts"
import { FrameWatch } from "./FrameWatch.ts"
import { fieldsMessage } from "./fieldsMessage.ts"
import { PageLanguage } from "./PageLanguage.ts"
import { PressWatch } from "./PressWatch.ts"

/**
 * Returns the declaration of an attribute that is never null, and has the usual value if it is
 * removed.
 */
export const textAttribute = (usual: string): PropertyDeclaration<string> => ({
  converter: (value) => value ?? usual
})

/**
 * The base of the elements with card fields. It has a frame without an origin, and exchanges
 * messages with it. It fires `payloom-card-ready` when the frame is loaded, and
 * `payloom-card-failed` when it can't be loaded. The payer then sees a message, and can load the
 * frame again.
 */
export abstract class CardFrame extends LitElement {
  static override properties: PropertyDeclarations = {
    src: textAttribute(""),
    locale: textAttribute("en"),
    look: { attribute: false },
    labels: { attribute: false },
    openings: { state: true }
  }
  static override styles: CSSResultGroup = cardFrameStyle

  /** The URL of the document that calls `mountCardFields`. */
  declare src: string
  /** The payer's locale, as a BCP 47 tag. */
  declare locale: string
  /** Theme and colours. Changing them empties the fields. */
  declare look: Pick<Look, "theme" | "palette">
  /** A merchant's own texts, by keys such as `card_number`. */
  declare labels: Labels
  /** The number of times that the same URL was opened again. */
  declare private openings: number

  constructor() {
    super()
    this.src = ""
    this.locale = "en"
    this.look = usualLook
    this.labels = {}
    this.openings = 0
  }

  readonly #watch = new FrameWatch(this, () => {
    this.failed()
    this.tell("payloom-card-failed")
  })
  readonly #press = new PressWatch(this)
  readonly #language = new PageLanguage(this)
  /** The URL that the frame was opened with, and the number of times. */
  #opened = ""
  #takesFocus = false

  /** The fields in the frame, and how they are shown. */
  protected abstract get shown(): Pick<CardFieldsSetup, "field" | "isLabelled" | "isBare">

  /** Handles a message of the frame. */
  protected abstract heard(message: CardFieldsMessage): void

  /** Handles a frame that can't be loaded. */
  protected abstract failed(): void

  protected get isReady(): boolean {
    return this.#watch.state === "ready"
  }

  protected get isFailed(): boolean {
    return this.#watch.state === "failed"
  }

  override connectedCallback(): void {
    super.connectedCallback()
    window.addEventListener("message", this.#onMessage)
    // The browser loads a frame again when it is put into a document again.
    if (this.hasUpdated) this.#watch.opens()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    window.removeEventListener("message", this.#onMessage)
  }

  protected override willUpdate(_changed: PropertyValues): void {
    const texts = this.#texts
    const isClosed = this.src === "" || texts === null
    const opened = isClosed ? "" : `${this.openings} ${this.#addressWith(texts)}`
    if (opened === this.#opened) return
    this.#opened = opened
    if (opened !== "") this.#watch.opens()
  }

  override render(): unknown {
    if (this.src === "") return nothing
    const { look, shown } = this
    const texts = this.#texts
    const { state } = this.#watch
    // Until the language is known, an empty frame keeps the place.
    if (texts === null) return html`<iframe class="opening"></iframe>`
    return html`${fieldsMessage(this.#watch.state, texts, () => this.#retry())}
      ${keyed(
        this.#opened,
        html`<iframe
          class="${state} ${paint(look).scheme}"
          src=${this.#addressWith(texts)}
          sandbox="allow-scripts"
          referrerpolicy="no-referrer"
          title=${texts.card[shown.field ?? "title"]}
          @load=${() => this.#watch.hasLoaded()}
        ></iframe>`
      )}`
  }

  /** Returns the texts, or null until the language is loaded. */
  get #texts(): Texts | null {
    return this.#language.textsFor(this.locale, this.labels)
  }

  /** Returns the frame's URL with all its texts, because the frame loads no language. */
  #addressWith(texts: Texts): string {
    const { look, shown } = this
    const { language } = texts
    const { origin } = location
    const setup = { ...shown, origin, language, look, labels: cardLabels(texts) }
    return `${this.src}#${cardFieldsFragment(setup)}`
  }

  /** Opens the frame again. The pressed button disappears, so the fields take over its focus. */
  #retry(): void {
    this.#takesFocus = true
    this.openAgain()
  }

  /** Opens the fields again that can't be loaded. */
  protected openAgain(): void {
    this.reopen()
  }

  /** Opens the frame again. */
  protected reopen(): void {
    this.openings++
  }

  protected get frame(): HTMLIFrameElement | null {
    return this.renderRoot.querySelector("iframe")
  }

  /** Posts to the frame, which has no origin that could be named. */
  protected send(request: CardFieldsRequest, ports: Array<MessagePort> = []): void {
    this.frame?.contentWindow?.postMessage(request, "*", ports)
  }

  protected tell(name: `payloom-${string}`, detail?: object): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
  }

  /**
   * Reads messages of the frame. A sandboxed frame's origin is "null", and its window is checked.
   */
  readonly #onMessage = ({ source, origin, data }: MessageEvent<unknown>): void => {
    const { frame } = this
    if (frame === null || source !== frame.contentWindow || origin !== "null") return
    if (!isOurs(data)) return
    if (data.type === "ready") this.#isThere()
    if (data.type === "resized") {
      const height = `${Math.min(Number(data.height), 1000)}px`
      this.#press.after(() => {
        frame.style.height = height
      })
    }
    this.heard(data as CardFieldsMessage)
  }

  #isThere(): void {
    this.#watch.isReady()
    this.tell("payloom-card-ready")
    if (this.#takesFocus) this.focusFields()
    this.#takesFocus = false
  }

  /** Moves the focus into the frame, to a field or to the first one. */
  protected focusFields(field?: CardField): void {
    this.frame?.focus()
    const request = { payloom: "card-fields", type: "focus" } as const
    this.send(field === undefined ? request : { ...request, field })
  }
}
