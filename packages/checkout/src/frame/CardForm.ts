import { type CardField, cardFields } from "../card/CardField.ts"
import { brandOf, digitsOf, groupNumber, isFullCode, isFullNumber } from "../card/cardInput.ts"
import { declinedField, declineText } from "../card/declinedField.ts"
import { correctedExpiry, expiryDigits, expiryText, typedExpiry } from "../card/expiry.ts"
import { type CardMistake, mistakeIn } from "../card/mistakeIn.ts"
import { type MonthNames, monthNames, noMonthNames } from "../card/monthNames.ts"
import type { CardTexts } from "../texts/Texts.ts"
import { composed, FieldView } from "./FieldView.ts"

/** The options of the form. */
export interface CardFormOptions {
  readonly fields: ReadonlyArray<CardField>
  readonly texts: CardTexts
  readonly isLabelled: boolean
  /** Called when the payer types, or the brand changes. */
  readonly onChange: () => void
  /** Called when a mistake is shown, or no longer shown. */
  readonly onMark: (isWrong: boolean) => void
  /** Called when the payer presses Enter. */
  readonly onSubmit: () => void
  /**
   * Called when the payer has filled in a field, and no field after it in the form is incomplete.
   */
  readonly onFilled: () => void
  /** Called when the payer presses Backspace in the first field, which is empty. */
  readonly onBack: () => void
}

/** The texts of the mistakes, by field. */
type Mistakes = Partial<Record<CardField, string>>

/** The way in which a text came into a field. */
interface Input {
  readonly isCorrecting: boolean
  readonly isWhole: boolean
}

/** The inputs of a card in this document, with their contents and their mistakes. */
export class CardForm {
  readonly #options: CardFormOptions
  readonly #typed: Record<CardField, string> = { number: "", expiry: "", securityCode: "" }
  readonly #views: ReadonlyMap<CardField, FieldView>
  #months: MonthNames | null = null
  #mistakes: Mistakes = {}
  #brand = "unknown"

  constructor(options: CardFormOptions) {
    this.#options = options
    const { texts, isLabelled } = options
    this.#views = new Map(
      options.fields.map((field) => {
        const view = new FieldView(field, texts, isLabelled)
        view.listen({
          onInput: (inputType) => this.#onInput(field, view.input, inputType),
          onLeave: () => this.#onLeave(field)
        })
        return [field, view] as const
      })
    )
    formWith(this.#views.values(), (event) => this.#onKey(event))
    this.#render()
  }

  get brand(): string {
    return this.#brand
  }

  get isComplete(): boolean {
    return this.#wrong() === null
  }

  /** Sets the brand, for a security code whose number is in another frame. */
  setBrand(brand: string): void {
    if (brand === this.#brand) return
    this.#brand = brand
    if (this.isComplete) this.#mark({})
    this.#options.onChange()
  }

  digits(field: CardField): string {
    const typed = this.#typed[field]
    return (field === "expiry" ? expiryDigits(typed) : null) ?? digitsOf(typed)
  }

  /** Shows all mistakes. Returns the first field with a mistake, or null. */
  check(): CardField | null {
    this.#finishExpiry()
    this.#mark(
      Object.fromEntries(
        this.#options.fields.flatMap((field) => {
          const mistake = this.#mistakeIn(field)
          return mistake === null ? [] : [[field, this.#textOf(mistake)]]
        })
      )
    )
    return this.#wrong()
  }

  focus(field: CardField): void {
    const input = this.#input(field)
    input?.focus()
    // A payer who comes back types at the end, or deletes.
    input?.setSelectionRange(input.value.length, input.value.length)
  }

  /** Shows a decline at the field that it is about, if the field is in this form. */
  showDecline(code: string): void {
    const field = declinedField(code)
    if (field === null || !this.#options.fields.includes(field)) return
    this.#mark({ [field]: declineText(this.#options.texts, code) })
    this.#input(field)?.select()
    // Without scrolling, because the page around scrolls the frame into view.
    this.#input(field)?.focus({ preventScroll: true })
  }

  #input(field: CardField): HTMLInputElement | undefined {
    return this.#views.get(field)?.input
  }

  #wrong(): CardField | null {
    return this.#options.fields.find((field) => this.#mistakeIn(field) !== null) ?? null
  }

  #mistakeIn(field: CardField): CardMistake | null {
    return mistakeIn(field, this.#typed[field], this.#brand, new Date())
  }

  #textOf(mistake: CardMistake): string {
    return this.#options.texts.mistakes[mistake]
  }

  #mark(mistakes: Mistakes): void {
    this.#mistakes = mistakes
    this.#render()
    this.#options.onMark(Object.keys(mistakes).length > 0)
  }

  #onInput(field: CardField, input: HTMLInputElement, inputType: string): void {
    const digits = digitsOf(input.value)
    const before = digitsOf(input.value.slice(0, input.selectionStart ?? undefined)).length
    const isCorrecting = before !== digits.length || inputType.startsWith("delete")
    // A pasted or autofilled text is complete. A typed one may not be.
    const isAdded = input.value.length - this.#typed[field].length > 1
    const isWhole = inputType !== composed && (isAdded || isInOnePiece(inputType))
    const shown = this.#shownAs(field, input.value, { isCorrecting, isWhole })
    const wasRight = this.#mistakeIn(field) === null
    this.#typed[field] = shown
    if (field === "number") this.#brand = brandOf(digits)
    const { [field]: _, ...others } = this.#mistakes
    this.#mark(others)
    if (before !== digits.length) {
      const caret = caretAfter(shown, before)
      input.setSelectionRange(caret, caret)
    }
    this.#options.onChange()
    const isTyping = inputType.startsWith("insert") && !isCorrecting
    if (isTyping && !wasRight && this.#isFull(field, inputType)) this.#goOn(field)
  }

  #shownAs(field: CardField, text: string, input: Input): string {
    switch (field) {
      case "number":
        return groupNumber(digitsOf(text))
      case "expiry":
        if (input.isCorrecting) return correctedExpiry(text)
        return (input.isWhole ? expiryText : typedExpiry)(text, this.#namesFor(text))
      case "securityCode":
        return digitsOf(text).slice(0, 4)
    }
  }

  /**
   * Returns true if a field is complete. A pasted value is. A typed one may be valid and get more
   * digits.
   */
  #isFull(field: CardField, inputType: string): boolean {
    if (this.#mistakeIn(field) !== null) return false
    const digits = this.digits(field)
    if (field === "expiry" || isInOnePiece(inputType)) return true
    return field === "number" ? isFullNumber(digits) : isFullCode(digits, this.#brand)
  }

  /** Focuses the next incomplete field, or calls `onFilled` if there is none. */
  #goOn(field: CardField): void {
    const { fields, onFilled } = this.#options
    const next = fields
      .slice(fields.indexOf(field) + 1)
      .find((later) => this.#mistakeIn(later) !== null)
    if (next === undefined) onFilled()
    else this.focus(next)
  }

  #goBack(field: CardField): void {
    const { fields, onBack } = this.#options
    const previous = fields[fields.indexOf(field) - 1]
    if (previous === undefined) onBack()
    else this.focus(previous)
  }

  /**
   * Returns the names of months in the languages of the page and of the browser, if the text has
   * letters.
   */
  #namesFor(text: string): MonthNames {
    if (!/\p{L}/u.test(text)) return noMonthNames
    this.#months ??= monthNames([document.documentElement.lang, ...navigator.languages])
    return this.#months
  }

  /** Formats the expiry as a whole date, because the payer has finished it. */
  #finishExpiry(): void {
    const finished = expiryText(this.#typed.expiry, this.#namesFor(this.#typed.expiry))
    if (finished === this.#typed.expiry) return
    this.#typed.expiry = finished
    this.#options.onChange()
  }

  /** Shows the mistake in a filled field as soon as the payer leaves the field. */
  #onLeave(field: CardField): void {
    if (this.#typed[field] === "") return
    if (field === "expiry") this.#finishExpiry()
    const mistake = this.#mistakeIn(field)
    if (mistake === null) this.#render()
    else this.#mark({ ...this.#mistakes, [field]: this.#textOf(mistake) })
  }

  #onKey(event: KeyboardEvent): void {
    if (event.isComposing) return
    const field = cardFields.find((name) => this.#input(name) === event.target)
    // A key that is held down deletes in this field only.
    const isBack = event.key === "Backspace" && !event.repeat
    if (isBack && field !== undefined && this.#typed[field] === "") {
      event.preventDefault()
      this.#goBack(field)
    } else if (event.key === "Enter") {
      event.preventDefault()
      this.#options.onSubmit()
    }
  }

  #render(): void {
    for (const [field, view] of this.#views) {
      view.show({
        typed: this.#typed[field],
        mistake: this.#mistakes[field] ?? null,
        brand: field === "number" ? this.#brand : "unknown"
      })
    }
  }
}

/** Puts the form with these fields into the document, in the place of its contents. */
const formWith = (views: Iterable<FieldView>, onKey: (event: KeyboardEvent) => void): void => {
  const form = document.createElement("form")
  form.autocomplete = "on"
  form.noValidate = true
  form.addEventListener("keydown", onKey)
  form.append(...[...views].map(({ element }) => element))
  document.body.replaceChildren(form)
}

/**
 * Returns true for an `InputEvent.inputType` of text that comes as a whole. Autofill has no type.
 */
const isInOnePiece = (inputType: string): boolean =>
  ["", "insertFromPaste", "insertFromDrop", "insertReplacementText"].includes(inputType)

/** Returns the position of the caret after as many digits as before. */
const caretAfter = (text: string, digits: number): number => {
  let seen = 0
  for (let position = 0; position < text.length; position++) {
    if (seen === digits) return position
    if (/\d/.test(text[position] ?? "")) seen++
  }
  return text.length
}
