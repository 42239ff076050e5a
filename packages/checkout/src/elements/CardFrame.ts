import {
  type CSSResultGroup,
  css,
  html,
  LitElement,
  nothing,
  type PropertyDeclaration,
  type PropertyDeclarations
} from "lit"
import { keyed } from "lit/directives/keyed.js"
import { type CardFieldsSetup, cardFieldsFragment } from "../card/CardFieldsAddress.ts"
import {
  type CardFieldsMessage,
  type CardFieldsRequest,
  isOurs
} from "../card/CardFieldsMessage.ts"
import { type Look, paint, usualLook } from "../look/paint.ts"
import { type Labels, relabelled } from "../texts/relabelled.ts"
import { textsFor } from "../texts/textsFor.ts"

/** An attribute that says the usual where it is taken away, and never null. */
export const textAttribute = (usual: string): PropertyDeclaration<string> => ({
  converter: (value) => value ?? usual
})

/** What the elements with card fields share: a frame without an origin, and talk with it. */
export abstract class CardFrame extends LitElement {
  static override properties: PropertyDeclarations = {
    src: textAttribute(""),
    locale: textAttribute("en"),
    look: { attribute: false },
    labels: { attribute: false },
    isReady: { state: true },
    openings: { state: true }
  }
  static override styles: CSSResultGroup = css`
    :host {
      display: block;
    }
    iframe {
      /* The frame keeps room for the ring around its fields. */
      width: calc(100% + 6px);
      margin: -3px;
      border: 0;
    }
    /* A frame is see-through only where its scheme is that of the page around it. */
    iframe.light {
      color-scheme: light;
    }
    iframe.dark {
      color-scheme: dark;
    }
    iframe.light.dark {
      color-scheme: light dark;
    }
    iframe.pending {
      visibility: hidden;
    }
  `

  /** Where the document is that calls `mountCardFields`. */
  declare src: string
  /** A BCP 47 tag. */
  declare locale: string
  /** Theme and colours; whoever changes them empties the fields. */
  declare look: Pick<Look, "theme" | "palette">
  /** A merchant's own texts, by keys such as `card_number`. */
  declare labels: Labels
  declare protected isReady: boolean
  /** How often the same address was opened. */
  declare private openings: number

  constructor() {
    super()
    this.src = ""
    this.locale = "en"
    this.look = usualLook
    this.labels = {}
    this.isReady = false
    this.openings = 0
  }

  /** Which fields are in the frame, and how. */
  protected abstract get shown(): Pick<CardFieldsSetup, "field" | "isLabelled" | "isBare">

  /** The frame has said something. */
  protected abstract heard(message: CardFieldsMessage): void

  override connectedCallback(): void {
    super.connectedCallback()
    window.addEventListener("message", this.#onMessage)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    window.removeEventListener("message", this.#onMessage)
    this.isReady = false
  }

  override render(): unknown {
    if (this.src === "") return nothing
    const { locale, look, labels, shown } = this
    const fragment = cardFieldsFragment({ ...shown, origin: location.origin, locale, look, labels })
    const address = `${this.src}#${fragment}`
    return keyed(
      `${this.openings} ${address}`,
      html`<iframe
        class="${this.isReady ? "ready" : "pending"} ${paint(look).scheme}"
        src=${address}
        sandbox="allow-scripts"
        referrerpolicy="no-referrer"
        title=${relabelled(textsFor(locale), labels).card[shown.field ?? "title"]}
      ></iframe>`
    )
  }

  /** Opens the frame anew. */
  protected reopen(): void {
    this.isReady = false
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
    if (data.type === "ready") this.isReady = true
    if (data.type === "resized") frame.style.height = `${Math.min(Number(data.height), 1000)}px`
    this.heard(data as CardFieldsMessage)
  }
}
