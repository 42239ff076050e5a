import { html, nothing, render } from "lit"
import { live } from "lit/directives/live.js"
import type { CardField } from "../card/CardField.ts"
import { brandOf, digitsOf, groupExpiry, groupNumber } from "../card/cardInput.ts"
import { type CardMistake, mistakeIn } from "../card/mistakeIn.ts"
import { markName } from "../look/markName.ts"
import type { Texts } from "../texts/Texts.ts"

/** What the form is made with. */
export interface CardFormOptions {
  readonly fields: ReadonlyArray<CardField>
  readonly texts: Texts
  readonly isLabelled: boolean
  /** Something was typed, or the brand is another. */
  readonly onChange: () => void
  /** The payer is told that something is wrong, or no longer. */
  readonly onMark: (isWrong: boolean) => void
  /** The payer pressed Enter. */
  readonly onSubmit: () => void
}

type Mistakes = Partial<Record<CardField, CardMistake>>

/** Inputs of a card in this document, what is in them and what is wrong with it. */
export class CardForm {
  readonly #options: CardFormOptions
  readonly #typed: Record<CardField, string> = { number: "", expiry: "", securityCode: "" }
  #mistakes: Mistakes = {}
  #brand = "unknown"

  constructor(options: CardFormOptions) {
    this.#options = options
    this.#render()
  }

  get brand(): string {
    return this.#brand
  }

  get isComplete(): boolean {
    return this.#wrong() === null
  }

  /** For a security code whose number is in another frame. */
  setBrand(brand: string): void {
    if (brand === this.#brand) return
    this.#brand = brand
    if (this.isComplete) this.#mark({})
    this.#options.onChange()
  }

  digits(field: CardField): string {
    return digitsOf(this.#typed[field])
  }

  /** Shows what is wrong; the first of the fields where something is, null where nothing is. */
  check(): CardField | null {
    this.#mark(
      Object.fromEntries(
        this.#options.fields.flatMap((field) => {
          const mistake = this.#mistakeIn(field)
          return mistake === null ? [] : [[field, mistake]]
        })
      )
    )
    return this.#wrong()
  }

  focus(field: CardField): void {
    document.getElementById(field)?.focus()
  }

  #wrong(): CardField | null {
    return this.#options.fields.find((field) => this.#mistakeIn(field) !== null) ?? null
  }

  #mistakeIn(field: CardField): CardMistake | null {
    return mistakeIn(field, this.#typed[field], this.#brand, new Date())
  }

  #mark(mistakes: Mistakes): void {
    this.#mistakes = mistakes
    this.#render()
    this.#options.onMark(Object.keys(mistakes).length > 0)
  }

  #onInput(field: CardField, input: HTMLInputElement, isDeleting: boolean): void {
    const digits = digitsOf(input.value)
    const before = digitsOf(input.value.slice(0, input.selectionStart ?? undefined)).length
    const wasAtEnd = before === digits.length
    const shown = shownAs[field](digits, isDeleting)
    this.#typed[field] = shown
    if (field === "number") this.#brand = brandOf(digits)
    const { [field]: _, ...others } = this.#mistakes
    this.#mark(others)
    if (!wasAtEnd) {
      const caret = caretAfter(shown, before)
      input.setSelectionRange(caret, caret)
    }
    this.#options.onChange()
  }

  /** Whoever leaves a field that is filled in learns at once what is wrong with it. */
  #onLeave(field: CardField): void {
    const mistake = this.#mistakeIn(field)
    if (this.#typed[field] === "" || mistake === null) return
    this.#mark({ ...this.#mistakes, [field]: mistake })
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key !== "Enter" || event.isComposing) return
    event.preventDefault()
    this.#options.onSubmit()
  }

  #render(): void {
    render(
      html`<form autocomplete="on" novalidate @keydown=${this.#onKey.bind(this)}>
        ${this.#options.fields.map((field) => this.#field(field))}
      </form>`,
      document.body
    )
  }

  #field(field: CardField): unknown {
    const { isLabelled, texts } = this.#options
    const mistake = this.#mistakes[field]
    const label = texts.card[field]
    return html`<div class="field ${field}">
      ${isLabelled ? html`<label for=${field}>${label}</label>` : nothing}
      <span class="box">
        <input
          id=${field}
          type="text"
          inputmode="numeric"
          autocomplete=${autocomplete[field]}
          placeholder=${field === "expiry" ? texts.card.expiryShape : ""}
          required
          aria-label=${isLabelled ? nothing : label}
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
        ${
          field === "number" && this.#brand !== "unknown"
            ? html`<span class="brand">${markName(this.#brand)}</span>`
            : nothing
        }
      </span>
      ${
        mistake === undefined
          ? nothing
          : html`<p id="${field}-mistake">${texts.mistakes[mistake]}</p>`
      }
    </div>`
  }
}

const autocomplete = { number: "cc-number", expiry: "cc-exp", securityCode: "cc-csc" } as const

const shownAs: Readonly<Record<CardField, (digits: string, isDeleting: boolean) => string>> = {
  number: groupNumber,
  expiry: groupExpiry,
  securityCode: (digits) => digits.slice(0, 4)
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
