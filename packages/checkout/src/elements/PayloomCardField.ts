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
 * One field of a card in a frame of its own, for forms with a layout of their own. The three of a
 * card find each other by the form around them, or by the attribute `group` where that is set.
 * Fires `payloom-card-changed` when its frame is there and as the payer types, and
 * `payloom-card-submitted` on Enter. For the page's style sheet it has the attributes `complete`
 * and `wrong`.
 *
 * The page has no digit of the card in its memory. It makes a `MessageChannel` between the frame of
 * the number and each of the others and hands both ends over; through it expiry and security code
 * go to the frame of the number, which encrypts all three. The number itself leaves its frame in
 * the ciphertext only. What scripts of the page get is the brand, which field is complete, shown as
 * wrong or has the focus, how high its frame is, when the payer types, and the ciphertext.
 *
 * This is to protect an honest page, whose memory, logs and requests then are not about cards. It
 * is no defence against a hostile script in the page, which can put fields of its own in the place
 * of these, or ask for the ciphertext and send it elsewhere. One that replaces `MessageChannel` or
 * what frames are posted with, before these elements hand their ports over, reads expiry and
 * security code as they pass, yet not the number. One that comes later doesn't learn what was typed
 * before: a frame that gave its digits to one port gives them to no other.
 */
export abstract class PayloomCardField extends CardFrame {
  /** A `<label for>` of the page's brings the payer here, and a form that is reset empties it. */
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

  /** The name of the card that the field is of; that of the form around it where none is said. */
  declare group: string
  /** Whether the frame shows the field's label, for pages that don't have one of their own. */
  declare labelled: boolean
  /** Whether the box around what is typed is this element's, for the page to draw. */
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
   * Encrypts the card for the vault, whichever of its fields is asked. Null where one of them is
   * wrong: each shows what is, and the first has the focus. Does not settle before all three are
   * there. Rejects where this one is in no document, one can't be loaded, or the group has a field
   * twice.
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

  /** Has the payer type here. */
  override focus(): void {
    this.focusFields()
  }

  /**
   * Shows a decline at the field that it is about, such as `incorrect_cvc` at the security code,
   * whichever of the card's fields is told; false where it is about none of them.
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

  /** For browsers to call, when the form around is reset. */
  formResetCallback(): void {
    this.#renew()
  }

  /** A field that comes to another card brings nothing along. */
  protected override willUpdate(changed: PropertyValues): void {
    if (this.hasUpdated && changed.has("group") && this.isConnected) {
      this.#leave()
      this.#join()
      this.#renew()
    }
    super.willUpdate(changed)
  }

  /** Where one field of a card isn't there, the others may not be either: one button is for all. */
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

/** `<payloom-card-number src="…">`: the number of a card; its frame encrypts the whole card. */
export class PayloomCardNumber extends PayloomCardField {
  protected override readonly field = "number"
}

/** `<payloom-card-expiry src="…">`: month and year that a card is valid to. */
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
