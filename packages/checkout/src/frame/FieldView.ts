import type { CardField } from "../card/CardField.ts"
import type { CardTexts } from "../texts/Texts.ts"
import { brandMark } from "./brandMark.ts"

/** The state that a field shows. */
export interface ShownField {
  readonly typed: string
  /** The mistake in the text, or null if there is none. */
  readonly mistake: string | null
  /** The brand whose mark is shown. No mark is shown if it is `unknown`. */
  readonly brand: string
}

/** The functions that are called when the payer does something. */
export interface FieldListeners {
  /** Gets the `InputEvent.inputType`. */
  readonly onInput: (inputType: string) => void
  readonly onLeave: () => void
}

/** The `InputEvent.inputType` of text that an input method writes. */
export const composed = "insertCompositionText"

const autocomplete = { number: "cc-number", expiry: "cc-exp", securityCode: "cc-csc" } as const

/** One field of the form: its label, its input and its mistake. */
export class FieldView {
  readonly element = document.createElement("div")
  readonly input = document.createElement("input")
  readonly #box = document.createElement("span")
  readonly #mistake = document.createElement("p")
  readonly #sign = document.createElement("span")
  #brand = "unknown"

  constructor(field: CardField, { card }: CardTexts, isLabelled: boolean) {
    const { element, input } = this
    element.className = `field ${field}`
    if (isLabelled) element.append(labelOf(field, card[field]))
    else input.setAttribute("aria-label", card[field])
    this.#box.className = "box"
    this.#sign.className = "brand"
    this.#mistake.id = `${field}-mistake`
    Object.assign(input, { id: field, type: "text", dir: "ltr", inputMode: "numeric" })
    input.autocomplete = autocomplete[field]
    input.placeholder = field === "expiry" ? card.expiryShape : ""
    input.required = true
    this.#box.append(input)
    element.append(this.#box)
  }

  /** Listens to the payer. While an input method composes a text, its changes are not reported. */
  listen({ onInput, onLeave }: FieldListeners): void {
    this.input.addEventListener("input", (event) => {
      const { isComposing, inputType } = event as InputEvent
      if (!isComposing) onInput(inputType ?? "")
    })
    this.input.addEventListener("compositionend", () => onInput(composed))
    this.input.addEventListener("blur", onLeave)
  }

  /**
   * Shows the typed text. The input's value is only set if it differs, because setting it moves the
   * caret.
   */
  show({ typed, mistake, brand }: ShownField): void {
    const { input } = this
    if (input.value !== typed) input.value = typed
    this.#showMistake(mistake)
    if (brand !== this.#brand) this.#showBrand(brand)
  }

  #showMistake(mistake: string | null): void {
    const { input } = this
    input.setAttribute("aria-invalid", String(mistake !== null))
    if (mistake === null) {
      input.removeAttribute("aria-describedby")
      this.#mistake.remove()
    } else {
      input.setAttribute("aria-describedby", this.#mistake.id)
      // Screen readers don't announce an unchanged text again.
      if (this.#mistake.textContent !== mistake) this.#mistake.textContent = mistake
      if (this.#mistake.parentNode === null) this.element.append(this.#mistake)
    }
  }

  #showBrand(brand: string): void {
    this.#brand = brand
    if (brand === "unknown") {
      this.#sign.remove()
      return
    }
    this.#sign.replaceChildren(brandMark(brand))
    this.#box.append(this.#sign)
  }
}

const labelOf = (field: CardField, text: string): HTMLLabelElement => {
  const label = document.createElement("label")
  label.htmlFor = field
  label.textContent = text
  return label
}
