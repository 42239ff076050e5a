import { type CSSResultGroup, css } from "lit"
import { isCardField } from "../card/CardField.ts"
import type { CardFieldsMessage } from "../card/CardFieldsMessage.ts"
import type { CardProgress } from "../card/CardGroup.ts"
import { type Deferred, deferred, notEncrypted, notThere } from "../card/Deferred.ts"
import { declinedField } from "../card/declinedField.ts"
import { CardFrame } from "./CardFrame.ts"

/** The detail of `payloom-card-changed`. */
export interface CardChanged extends Pick<CardProgress, "brand" | "isComplete"> {
  /** The state of each field, if the fields are separate elements. */
  readonly fields?: CardProgress["fields"]
}

declare global {
  interface HTMLElementTagNameMap {
    "payloom-card-fields": PayloomCardFields
  }
  interface HTMLElementEventMap {
    "payloom-card-changed": CustomEvent<CardChanged>
    "payloom-card-submitted": CustomEvent<null>
    "payloom-card-ready": CustomEvent<null>
    "payloom-card-failed": CustomEvent<null>
  }
}

/**
 * `<payloom-card-fields src="https://pay.example/card-fields" locale="de">`: number, expiry and
 * security code in a frame without an origin, which the page can't read. Fires
 * `payloom-card-changed` as the payer types, and `payloom-card-submitted` on Enter in a field.
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
  #isComplete = false

  /**
   * Encrypts the card for the vault. Resolves to null if the fields hold no card. They then show
   * what is wrong and have the focus. Waits until the frame is loaded. Rejects if it can't be
   * loaded, or if encryption fails.
   */
  encrypt(): Promise<string | null> {
    if (this.isFailed) return Promise.reject(notThere())
    const request = ++this.#requests
    const waiting = deferred<string | null>()
    this.#waiting.set(request, waiting)
    if (this.isReady) this.#ask(request)
    return waiting.promise
  }

  /**
   * Shows a decline at the field that it is about, such as `incorrect_cvc` at the security code,
   * and moves the focus there. Returns false if it is about no field, or if the fields hold no
   * card.
   */
  showDecline(code: string): boolean {
    if (!this.#isComplete || declinedField(code) === null) return false
    this.frame?.focus()
    this.send({ payloom: "card-fields", type: "declined", code })
    return true
  }

  protected override failed(): void {
    for (const { reject } of this.#waiting.values()) reject(notThere())
    this.#waiting.clear()
  }

  protected override get shown() {
    return { field: null, isLabelled: true, isBare: false }
  }

  protected override heard(message: CardFieldsMessage): void {
    switch (message.type) {
      case "ready":
        this.#isComplete = false
        for (const request of this.#waiting.keys()) this.#ask(request)
        return
      case "changed": {
        const { brand, isComplete } = message
        this.#isComplete = isComplete
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
    if (isCardField(wrong)) this.focusFields(wrong)
    if (ciphertext === null && wrong === null) waiting?.reject(notEncrypted())
    else waiting?.resolve(ciphertext)
  }

  #ask(request: number): void {
    this.send({ payloom: "card-fields", type: "encrypt", request })
  }
}

customElements.define("payloom-card-fields", PayloomCardFields)
