import { css, html, LitElement, nothing, type PropertyDeclarations } from "lit"
import { keyed } from "lit/directives/keyed.js"
import { cardFieldsFragment } from "../card/CardFieldsAddress.ts"
import { type CardFieldsRequest, isOurs } from "../card/CardFieldsMessage.ts"
import { type Look, paint, usualLook } from "../look/paint.ts"
import { type Labels, relabelled } from "../texts/relabelled.ts"
import { textsFor } from "../texts/textsFor.ts"

/** What `payloom-card-changed` tells. */
export interface CardChanged {
  /** The brand of the number that is being typed, `unknown` while it could be any. */
  readonly brand: string
  /** Whether the fields hold what looks like a card. */
  readonly isComplete: boolean
}

declare global {
  interface HTMLElementTagNameMap {
    "payloom-card-fields": PayloomCardFields
  }
  interface HTMLElementEventMap {
    "payloom-card-changed": CustomEvent<CardChanged>
    "payloom-card-submitted": CustomEvent<null>
  }
}

/**
 * `<payloom-card-fields src="https://pay.example/card-fields" locale="de">`: number, expiry and
 * security code, in a frame without an origin that this page can't look into. Fires
 * `payloom-card-changed` as the payer types and `payloom-card-submitted` on Enter in a field.
 *
 * @example
 * ```ts
 * const ciphertext = await document.querySelector("payloom-card-fields").encrypt()
 * if (ciphertext !== null) await confirmSession({ method: "card", card: { ciphertext } })
 * ```
 */
export class PayloomCardFields extends LitElement {
  static override properties: PropertyDeclarations = {
    src: { type: String },
    locale: { type: String },
    look: { attribute: false },
    labels: { attribute: false },
    isReady: { state: true }
  }
  static override styles = css`
    :host {
      display: block;
    }
    iframe {
      /* The frame keeps room for the ring around its fields. */
      width: calc(100% + 6px);
      height: 160px;
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
  declare private isReady: boolean
  readonly #waiting = new Map<number, (ciphertext: string | null) => void>()
  #requests = 0

  constructor() {
    super()
    this.src = ""
    this.locale = "en"
    this.look = usualLook
    this.labels = {}
    this.isReady = false
  }

  override connectedCallback(): void {
    super.connectedCallback()
    window.addEventListener("message", this.#onMessage)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    window.removeEventListener("message", this.#onMessage)
    this.isReady = false
  }

  /**
   * Encrypts the card for the vault. Null where the fields hold none; they then show what is wrong
   * and have the focus. Does not settle before the frame is there.
   */
  encrypt(): Promise<string | null> {
    const request = ++this.#requests
    return new Promise((resolve) => {
      this.#waiting.set(request, resolve)
      if (this.isReady) this.#ask(request)
    })
  }

  override render(): unknown {
    if (this.src === "") return nothing
    const { locale, look, labels } = this
    const fragment = cardFieldsFragment({ origin: location.origin, locale, look, labels })
    const address = `${this.src}#${fragment}`
    return keyed(
      address,
      html`<iframe
        class="${this.isReady ? "ready" : "pending"} ${paint(look).scheme}"
        src=${address}
        sandbox="allow-scripts"
        referrerpolicy="no-referrer"
        title=${relabelled(textsFor(locale), labels).card.title}
      ></iframe>`
    )
  }

  get #frame(): HTMLIFrameElement | null {
    return this.renderRoot.querySelector("iframe")
  }

  #ask(request: number): void {
    const message: CardFieldsRequest = { payloom: "card-fields", type: "encrypt", request }
    this.#frame?.contentWindow?.postMessage(message, "*")
  }

  /** Sandboxed as it is, the frame's origin reads "null"; who else says so is another window. */
  readonly #onMessage = ({ source, origin, data }: MessageEvent<unknown>): void => {
    const frame = this.#frame
    if (frame === null || source !== frame.contentWindow || origin !== "null") return
    if (!isOurs(data)) return
    switch (data.type) {
      case "ready":
        this.isReady = true
        for (const request of this.#waiting.keys()) this.#ask(request)
        return
      case "resized":
        frame.style.height = `${Math.min(Number(data.height), 1000)}px`
        return
      case "changed":
        this.#tell("payloom-card-changed", { brand: data.brand, isComplete: data.isComplete })
        return
      case "submitted":
        this.#tell("payloom-card-submitted")
        return
      case "encrypted":
        this.#waiting.get(data.request)?.(data.ciphertext)
        this.#waiting.delete(data.request)
    }
  }

  #tell(name: "payloom-card-changed" | "payloom-card-submitted", detail?: CardChanged): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
  }
}

customElements.define("payloom-card-fields", PayloomCardFields)
