import { type CSSResultGroup, css, type PropertyDeclarations, type PropertyValues } from "lit"
import type { CardField } from "../card/CardField.ts"
import type { CardFieldsMessage } from "../card/CardFieldsMessage.ts"
import type { CardGroup, CardGroupMember } from "../card/CardGroup.ts"
import { CardFrame, textAttribute } from "./CardFrame.ts"
import { groupAround } from "./cardGroups.ts"
import type { CardChanged } from "./PayloomCardFields.ts"

declare global {
  interface HTMLElementTagNameMap {
    "payloom-card-number": PayloomCardNumber
    "payloom-card-expiry": PayloomCardExpiry
    "payloom-card-security-code": PayloomCardSecurityCode
  }
}

/**
 * One field of a card in a frame of its own, for forms with their own layout. The three fields of a
 * card find each other by the form around them, or by the attribute `group` if it is set. Fires
 * `payloom-card-changed` when its frame is loaded and as the payer types, and
 * `payloom-card-submitted` on Enter. The page's style sheet can use the attributes `complete` and
 * `wrong`.
 *
 * The page has no digit of the card in its memory. It creates a `MessageChannel` between the frame
 * of the number and each other frame, and hands both ends over. Through it the expiry and the
 * security code go to the frame of the number, which encrypts all three. The number leaves its
 * frame only in the ciphertext. Scripts of the page learn the brand, the ciphertext, the time of
 * each key, the height of each frame, and which field is complete, shown as wrong or focused.
 *
 * This protects an honest page: its memory, logs and requests contain no card. It is no defence
 * against a hostile script in the page, which can replace these fields by its own, or ask for the
 * ciphertext and send it elsewhere. A script that replaces `MessageChannel` or `postMessage` before
 * these elements hand their ports over can read the expiry and the security code, but not the
 * number. A script that comes later doesn't learn the digits that were typed before, because a
 * frame gives its digits to one port only.
 */
export abstract class PayloomCardField extends CardFrame {
  /**
   * Makes the element a part of forms: `<label for>` focuses it, and resetting a form empties it.
   */
  static readonly formAssociated = true
  static override properties: PropertyDeclarations = {
    group: textAttribute(""),
    labelled: { type: Boolean },
    bare: { type: Boolean }
  }
  static override styles: CSSResultGroup = [
    CardFrame.styles,
    css`
      iframe {
        display: block;
        height: 52px;
      }
      :host([labelled]) iframe {
        height: 77px;
      }
      :host([bare]) iframe {
        width: 100%;
        margin: 0;
      }
      :host([bare]:focus-within) {
        outline: auto;
      }
    `
  ]

  /**
   * The name of the card that the field belongs to. The default is the card of the form around it.
   */
  declare group: string
  /** True if the frame shows the field's label, for pages without a label of their own. */
  declare labelled: boolean
  /** True if the page draws the box of the input. */
  declare bare: boolean
  protected abstract readonly field: CardField
  #card: CardGroup | null = null
  #member: CardGroupMember | null = null

  constructor() {
    super()
    this.group = ""
    this.labelled = false
    this.bare = false
    this.addEventListener("click", () => this.focus())
  }

  /**
   * Encrypts the card for the vault. Call it on any of the card's fields. Resolves to null if a
   * field is wrong. Each wrong field then shows its mistake, and the first has the focus. Waits
   * until all three fields are loaded. Rejects if this field is in no document, if a field can't be
   * loaded, or if the group has a field twice.
   *
   * @example
   * ```ts
   * const ciphertext = await document.querySelector("payloom-card-number").encryptCard()
   * if (ciphertext !== null) await confirmSession({ method: "card", card: { ciphertext } })
   * ```
   */
  encryptCard(): Promise<string | null> {
    return this.#card?.encrypt() ?? Promise.reject(new Error("The field is in no document."))
  }

  /** Moves the focus into the field. */
  override focus(): void {
    this.focusFields()
  }

  /**
   * Shows a decline at the field that it is about, such as `incorrect_cvc` at the security code.
   * Any of the card's fields can be called. Returns false if the decline is about no field.
   */
  showDecline(code: string): boolean {
    return this.#card?.showDecline(code) ?? false
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.#join()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#leave()
  }

  /** Empties the field. Browsers call this when the form around it is reset. */
  formResetCallback(): void {
    this.#renew()
  }

  /** Moves the field to another group, and empties it. */
  protected override willUpdate(changed: PropertyValues): void {
    if (this.hasUpdated && changed.has("group") && this.isConnected) {
      this.#leave()
      this.#join()
      this.#renew()
    }
    super.willUpdate(changed)
  }

  /** Loads all failed fields of the card again, because one button serves them all. */
  protected override openAgain(): void {
    this.#card?.renewFailed()
  }

  protected override failed(): void {
    if (this.#member !== null) this.#card?.failed(this.#member)
  }

  protected override get shown() {
    return { field: this.field, isLabelled: this.labelled, isBare: this.bare }
  }

  protected override heard(message: CardFieldsMessage): void {
    const [card, member] = [this.#card, this.#member]
    if (card === null || member === null) return
    switch (message.type) {
      case "ready":
        card.opened(member)
        this.toggleAttribute("wrong", false)
        this.#tellProgress(card)
        return
      case "changed":
        card.changed(member, message)
        this.#tellProgress(card)
        return
      case "marked":
        this.toggleAttribute("wrong", message.isWrong)
        return
      case "filled":
        card.filled(member)
        return
      case "back":
        card.wentBack(member)
        return
      case "submitted":
        this.tell("payloom-card-submitted")
        return
      case "encrypted":
        card.answered(message.request, message.ciphertext, message.wrong)
    }
  }

  #join(): void {
    this.#card = groupAround(this, this.group)
    this.#member = {
      field: this.field,
      connect: (field, port) =>
        this.send({ payloom: "card-fields", type: "connect", field }, [port]),
      ask: (request) => this.send({ payloom: "card-fields", type: "encrypt", request }),
      renew: () => this.#renew(),
      focus: () => this.focus(),
      showDecline: (code) => this.send({ payloom: "card-fields", type: "declined", code }),
      at: this
    }
    this.#card.join(this.#member)
  }

  #leave(): void {
    if (this.#member !== null) this.#card?.leave(this.#member)
    this.#card = null
    this.#member = null
  }

  #renew(): void {
    if (this.#member !== null) this.#card?.closed(this.#member)
    this.reopen()
  }

  #tellProgress({ progress }: CardGroup): void {
    this.toggleAttribute("complete", progress.fields[this.field])
    this.tell("payloom-card-changed", progress satisfies CardChanged)
  }
}

/** `<payloom-card-number src="…">`: the number of a card. Its frame encrypts the whole card. */
export class PayloomCardNumber extends PayloomCardField {
  protected override readonly field = "number"
}

/** `<payloom-card-expiry src="…">`: the month and year in which a card expires. */
export class PayloomCardExpiry extends PayloomCardField {
  protected override readonly field = "expiry"
}

/** `<payloom-card-security-code src="…">`: the three or four digits beside a card's number. */
export class PayloomCardSecurityCode extends PayloomCardField {
  protected override readonly field = "securityCode"
}

customElements.define("payloom-card-number", PayloomCardNumber)
customElements.define("payloom-card-expiry", PayloomCardExpiry)
customElements.define("payloom-card-security-code", PayloomCardSecurityCode)
