import { type CSSResult, html, nothing, render } from "lit"
import { live } from "lit/directives/live.js"
import { readCardFieldsFragment } from "../card/CardFieldsAddress.ts"
import { type CardFieldsMessage, isOurs } from "../card/CardFieldsMessage.ts"
import {
  brandOf,
  digitsOf,
  groupExpiry,
  groupNumber,
  isCardNumber,
  isPast,
  isSecurityCode,
  readExpiry
} from "../card/cardInput.ts"
import { markName } from "../look/markName.ts"
import { paint } from "../look/paint.ts"
import { relabelled } from "../texts/relabelled.ts"
import type { Texts } from "../texts/Texts.ts"
import { textsFor } from "../texts/textsFor.ts"
import { cardFieldsStyle } from "./cardFieldsStyle.ts"

/** A card as the payer typed it; it stays in the frame. */
export interface TypedCard {
  /** Digits only. */
  readonly number: string
  /** 1 to 12. */
  readonly expMonth: number
  /** In four digits. */
  readonly expYear: number
  readonly cvc: string
}

/** How the frame is set up. */
export interface CardFieldsOptions {
  /** Encrypts for the vault, such as `encryptCard` of the sandbox or a vault's own script. */
  readonly encrypt: (card: TypedCard) => Promise<string>
}

type Field = "number" | "expiry" | "securityCode"
type Mistakes = Partial<Record<Field, string>>

/**
 * Makes this document the card fields: for a page that does nothing else, in the frame of a
 * `<payloom-card-fields>`, on a path or host of its own. What is typed stays here; the page around
 * gets the ciphertext, the brand and whether the card is complete, and only the page whose origin
 * the frame was opened for. Who may open it is for its `frame-ancestors` to say.
 */
export const mountCardFields = ({ encrypt }: CardFieldsOptions): void => {
  const { origin, locale, look, labels } = readCardFieldsFragment(location.hash.slice(1))
  if (origin === null || window.parent === window) return
  const texts = relabelled(textsFor(locale), labels)
  document.documentElement.lang = texts.language
  document.title = texts.card.title
  const { scheme, declarations } = paint(look)
  const colours = new CSSStyleSheet()
  colours.replaceSync(`:root{color-scheme:${scheme};${declarations}}`)
  document.adoptedStyleSheets = [colours, sheetOf(cardFieldsStyle)]
  const post = (message: CardFieldsMessage) => window.parent.postMessage(message, origin)
  const form = new CardForm(texts, post)
  window.addEventListener("message", ({ source, origin: from, data }) => {
    if (source !== window.parent || from !== origin || !isOurs(data)) return
    if (data.type === "encrypt") void answer(data.request)
  })
  const answer = async (request: number) => {
    const card = form.read()
    let ciphertext: string | null = null
    try {
      if (card !== null) ciphertext = await encrypt(card)
    } finally {
      post({ payloom: "card-fields", type: "encrypted", request, brand: form.brand, ciphertext })
    }
  }
  new ResizeObserver(() => {
    const height = Math.ceil(document.body.getBoundingClientRect().height)
    if (height > 0) post({ payloom: "card-fields", type: "resized", height })
  }).observe(document.body)
  post({ payloom: "card-fields", type: "ready" })
}

const sheetOf = ({ styleSheet, cssText }: CSSResult): CSSStyleSheet => {
  const sheet = styleSheet ?? new CSSStyleSheet()
  if (styleSheet === undefined) sheet.replaceSync(cssText)
  return sheet
}

/** The three inputs, what is in them and what is wrong with it. */
class CardForm {
  brand = "unknown"
  readonly #texts: Texts
  readonly #post: (message: CardFieldsMessage) => void
  readonly #typed: Record<Field, string> = { number: "", expiry: "", securityCode: "" }
  #mistakes: Mistakes = {}

  constructor(texts: Texts, post: (message: CardFieldsMessage) => void) {
    this.#texts = texts
    this.#post = post
    this.#render()
  }

  /** The card; null where something is missing, which then has the focus. */
  read(): TypedCard | null {
    this.#mistakes = this.#findMistakes()
    this.#render()
    const [first] = Object.keys(this.#mistakes)
    const expiry = readExpiry(this.#typed.expiry)
    if (first !== undefined || expiry === null) {
      document.getElementById(first ?? "expiry")?.focus()
      return null
    }
    return {
      number: digitsOf(this.#typed.number),
      expMonth: expiry.month,
      expYear: expiry.year,
      cvc: digitsOf(this.#typed.securityCode)
    }
  }

  #findMistakes(): Mistakes {
    const { number, expiry, securityCode } = this.#typed
    const { mistakes } = this.#texts
    const date = readExpiry(expiry)
    return {
      ...(isCardNumber(digitsOf(number)) ? {} : { number: mistakes.number }),
      ...(date === null ? { expiry: mistakes.expiry } : {}),
      ...(date !== null && isPast(date, new Date()) ? { expiry: mistakes.expired } : {}),
      ...(isSecurityCode(digitsOf(securityCode), this.brand)
        ? {}
        : { securityCode: mistakes.securityCode })
    }
  }

  #onInput(field: Field, input: HTMLInputElement, isDeleting: boolean): void {
    const digits = digitsOf(input.value)
    const before = digitsOf(input.value.slice(0, input.selectionStart ?? undefined)).length
    const wasAtEnd = before === digits.length
    const shown =
      field === "number"
        ? groupNumber(digits)
        : field === "expiry"
          ? groupExpiry(digits, isDeleting)
          : digits.slice(0, 4)
    this.#typed[field] = shown
    if (field === "number") this.brand = brandOf(digits)
    const { [field]: _, ...others } = this.#mistakes
    this.#mistakes = others
    this.#render()
    if (!wasAtEnd) {
      const caret = caretAfter(shown, before)
      input.setSelectionRange(caret, caret)
    }
    this.#post({
      payloom: "card-fields",
      type: "changed",
      brand: this.brand,
      isComplete: Object.keys(this.#findMistakes()).length === 0
    })
  }

  /** Whoever leaves a field that is filled in learns at once what is wrong with it. */
  #onLeave(field: Field): void {
    const mistake = this.#findMistakes()[field]
    if (this.#typed[field] === "" || mistake === undefined) return
    this.#mistakes = { ...this.#mistakes, [field]: mistake }
    this.#render()
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key !== "Enter" || event.isComposing) return
    event.preventDefault()
    this.#post({ payloom: "card-fields", type: "submitted" })
  }

  #render(): void {
    const { card } = this.#texts
    const brand =
      this.brand === "unknown" ? nothing : html`<span class="brand">${markName(this.brand)}</span>`
    render(
      html`<form autocomplete="on" novalidate @keydown=${this.#onKey.bind(this)}>
        ${this.#field("number", card.number, "cc-number", "", brand)}
        ${this.#field("expiry", card.expiry, "cc-exp", card.expiryShape)}
        ${this.#field("securityCode", card.securityCode, "cc-csc", "")}
      </form>`,
      document.body
    )
  }

  #field(
    field: Field,
    label: string,
    autocomplete: "cc-number" | "cc-exp" | "cc-csc",
    placeholder: string,
    badge: unknown = nothing
  ): unknown {
    const mistake = this.#mistakes[field]
    return html`<div class="field ${field}">
      <label for=${field}>${label}</label>
      <span class="box">
        <input
          id=${field}
          type="text"
          inputmode="numeric"
          autocomplete=${autocomplete}
          placeholder=${placeholder}
          required
          aria-invalid=${mistake === undefined ? "false" : "true"}
          aria-describedby=${mistake === undefined ? nothing : `${field}-mistake`}
          .value=${live(this.#typed[field])}
          @input=${(event: InputEvent) =>
            this.#onInput(
              field,
              event.currentTarget as HTMLInputElement,
              event.inputType?.startsWith("delete") === true
            )}
          @blur=${() => this.#onLeave(field)}
        />
        ${badge}
      </span>
      ${mistake === undefined ? nothing : html`<p id="${field}-mistake">${mistake}</p>`}
    </div>`
  }
}

/** Where the caret goes to stay behind as many digits as it was. */
const caretAfter = (text: string, digits: number): number => {
  let seen = 0
  for (let position = 0; position < text.length; position++) {
    if (seen === digits) return position
    if (/\d/.test(text[position] ?? "")) seen++
  }
  return text.length
}
