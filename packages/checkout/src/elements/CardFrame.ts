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

/** An attribute that says the usual where it is taken away, and never null. */
export const textAttribute = (usual: string): PropertyDeclaration<string> => ({
  converter: (value) => value ?? usual
})

/**
 * What the elements with card fields share: a frame without an origin, and talk with it. They fire
 * `payloom-card-ready` when the frame is there, and `payloom-card-failed` when it isn't: they then
 * say so to the payer, who may have it loaded again.
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

  /** Where the document is that calls `mountCardFields`. */
  declare src: string
  /** A BCP 47 tag. */
  declare locale: string
  /** Theme and colours; whoever changes them empties the fields. */
  declare look: Pick<Look, "theme" | "palette">
  /** A merchant's own texts, by keys such as `card_number`. */
  declare labels: Labels
  /** How often the same address was opened. */
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
  /** What the frame is opened with, and how often. */
  #opened = ""
  #takesFocus = false

  /** Which fields are in the frame, and how. */
  protected abstract get shown(): Pick<CardFieldsSetup, "field" | "isLabelled" | "isBare">

  /** The frame has said something. */
  protected abstract heard(message: CardFieldsMessage): void

  /** The frame can't be loaded. */
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
    // The browser loads a frame anew that is put into a document again.
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
    // Without its language the frame has its place, and is opened later.
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

  /** Null until the language is there. */
  get #texts(): Texts | null {
    return this.#language.textsFor(this.locale, this.labels)
  }

  /** The frame loads no language: all that it says is in its address. */
  #addressWith(texts: Texts): string {
    const { look, shown } = this
    const { language } = texts
    const { origin } = location
    const setup = { ...shown, origin, language, look, labels: cardLabels(texts) }
    return `${this.src}#${cardFieldsFragment(setup)}`
  }

  /** The button is gone with that; the fields that take its place take the focus too. */
  #retry(): void {
    this.#takesFocus = true
    this.openAgain()
  }

  /** Opens what can't be loaded anew. */
  protected openAgain(): void {
    this.reopen()
  }

  /** Opens the frame anew. */
  protected reopen(): void {
    this.openings++
  }

  protected get frame(): HTMLIFrameElement | null {
    return this.renderRoot.querySelector("iframe")
  }

  /** Having no origin, the frame can't be named by one. */
  protected send(request: CardFieldsRequest, ports: Array<MessagePort> = []): void {
    this.frame?.contentWindow?.postMessage(request, "*", ports)
  }

  protected tell(name: `payloom-${string}`, detail?: object): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
  }

  /** Sandboxed as it is, the frame's origin reads "null"; who else says so is another window. */
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

  /** Has the payer type in the frame: in the first field where none is named. */
  protected focusFields(field?: CardField): void {
    this.frame?.focus()
    const request = { payloom: "card-fields", type: "focus" } as const
    this.send(field === undefined ? request : { ...request, field })
  }
}
