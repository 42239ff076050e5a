import { type CSSResultGroup, css } from "lit"
import type { CardFieldsMessage } from "../card/CardFieldsMessage.ts"
import type { CardProgress } from "../card/CardGroup.ts"
import { type Deferred, deferred, notEncrypted } from "../card/Deferred.ts"
import { CardFrame } from "./CardFrame.ts"

/** What `payloom-card-changed` tells. */
export interface CardChanged extends Pick<CardProgress, "brand" | "isComplete"> {
  /** Of fields that stand by themselves: which of them are complete. */
  readonly fields?: CardProgress["fields"]
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
export class PayloomCardFields extends CardFrame {
  static override styles: CSSResultGroup = [
    CardFrame.styles,
    css`
      iframe {
        height: 160px;
      }
    `
  ]

  readonly #waiting = new Map<number, Deferred<string | null>>()
  #requests = 0

  /**
   * Encrypts the card for the vault. Null where the fields hold none; they then show what is wrong
   * and have the focus. Does not settle before the frame is there, and rejects where encryption
   * itself fails.
   */
  encrypt(): Promise<string | null> {
    const request = ++this.#requests
    const waiting = deferred<string | null>()
    this.#waiting.set(request, waiting)
    if (this.isReady) this.#ask(request)
    return waiting.promise
  }

  protected override get shown() {
    return { field: null, isLabelled: true, isBare: false }
  }

  protected override heard(message: CardFieldsMessage): void {
    switch (message.type) {
      case "ready":
        for (const request of this.#waiting.keys()) this.#ask(request)
        return
      case "changed": {
        const { brand, isComplete } = message
        this.tell("payloom-card-changed", { brand, isComplete } satisfies CardChanged)
        return
      }
      case "submitted":
        this.tell("payloom-card-submitted")
        return
      case "encrypted":
        this.#answered(message.request, message.ciphertext, message.wrong)
    }
  }

  #answered(request: number, ciphertext: string | null, wrong: unknown): void {
    const waiting = this.#waiting.get(request)
    this.#waiting.delete(request)
    if (ciphertext === null && wrong === null) waiting?.reject(notEncrypted())
    else waiting?.resolve(ciphertext)
  }

  #ask(request: number): void {
    this.send({ payloom: "card-fields", type: "encrypt", request })
  }
}

customElements.define("payloom-card-fields", PayloomCardFields)
