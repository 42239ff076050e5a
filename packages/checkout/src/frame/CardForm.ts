import { type CardField, cardFields } from "../card/CardField.ts"
import { brandOf, digitsOf, groupNumber, isFullCode, isFullNumber } from "../card/cardInput.ts"
import { declinedField, declineText } from "../card/declinedField.ts"
import { correctedExpiry, expiryDigits, expiryText, typedExpiry } from "../card/expiry.ts"
import { type CardMistake, mistakeIn } from "../card/mistakeIn.ts"
import { type MonthNames, monthNames, noMonthNames } from "../card/monthNames.ts"
import type { CardTexts } from "../texts/Texts.ts"
import { composed, FieldView } from "./FieldView.ts"

/** What the form is made with. */
export interface CardFormOptions {
  readonly fields: ReadonlyArray<CardField>
  readonly texts: CardTexts
  readonly isLabelled: boolean
  /** Something was typed, or the brand is another. */
  readonly onChange: () => void
  /** The payer is told that something is wrong, or no longer. */
  readonly onMark: (isWrong: boolean) => void
  /** The payer pressed Enter. */
  readonly onSubmit: () => void
  /** The payer has typed all of a field, and no field after it waits for them here. */
  readonly onFilled: () => void
  /** The payer pressed Backspace in the first field, which is empty. */
  readonly onBack: () => void
}

/** What is wrong, by the text that says so. */
type Mistakes = Partial<Record<CardField, string>>

/** The way in which a text came into a field. */
interface Input {
  readonly isCorrecting: boolean
  readonly isWhole: boolean
}

/** Inputs of a card in this document, what is in them and what is wrong with it. */
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

  /** For a security code whose number is in another frame. */
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

  /** Shows what is wrong; the first of the fields where something is, null where nothing is. */
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
    // Who comes back types on, or deletes.
    input?.setSelectionRange(input.value.length, input.value.length)
  }

  /** Shows a decline at the field that it is about, where that field is here. */
  showDecline(code: string): void {
    const field = declinedField(code)
    if (field === null || !this.#options.fields.includes(field)) return
    this.#mark({ [field]: declineText(this.#options.texts, code) })
    this.#input(field)?.select()
    // How much of the page around is to be seen with it, that page knows.
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
    // Pasted and filled in by the browser it is all there; who types may have more to type.
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

  /** What was pasted is whole; who types may still have something to add to what is right. */
  #isFull(field: CardField, inputType: string): boolean {
    if (this.#mistakeIn(field) !== null) return false
    const digits = this.digits(field)
    if (field === "expiry" || isInOnePiece(inputType)) return true
    return field === "number" ? isFullNumber(digits) : isFullCode(digits, this.#brand)
  }

  /** To the next field that is not done; who corrects a field stays there if all others are. */
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

  /** The names of months in the languages of the page and of the browser, once there is a word. */
  #namesFor(text: string): MonthNames {
    if (!/\p{L}/u.test(text)) return noMonthNames
    this.#months ??= monthNames([document.documentElement.lang, ...navigator.languages])
    return this.#months
  }

  /** What can't become another date by typing on is written as one. */
  #finishExpiry(): void {
    const finished = expiryText(this.#typed.expiry, this.#namesFor(this.#typed.expiry))
    if (finished === this.#typed.expiry) return
    this.#typed.expiry = finished
    this.#options.onChange()
  }

  /** Whoever leaves a field that is filled in learns at once what is wrong with it. */
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
    // Held down, the key deletes this field and no other.
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

/** The document's form with these fields, in the place of what was there. */
const formWith = (views: Iterable<FieldView>, onKey: (event: KeyboardEvent) => void): void => {
  const form = document.createElement("form")
  form.autocomplete = "on"
  form.noValidate = true
  form.addEventListener("keydown", onKey)
  form.append(...[...views].map(({ element }) => element))
  document.body.replaceChildren(form)
}

/** Returns true for an `InputEvent.inputType` of text that comes as a whole; autofill has none. */
const isInOnePiece = (inputType: string): boolean =>
  ["", "insertFromPaste", "insertFromDrop", "insertReplacementText"].includes(inputType)

/** Where the caret goes to stay behind as many digits as it was. */
const caretAfter = (text: string, digits: number): number => {
  let seen = 0
  for (let position = 0; position < text.length; position++) {
    if (seen === digits) return position
    if (/\d/.test(text[position] ?? "")) seen++
  }
  return text.length
}
