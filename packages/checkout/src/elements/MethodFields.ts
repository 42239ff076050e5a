import { html, type LitElement, nothing } from "lit"
import { countriesIn } from "../fields/countries.ts"
import { inputOf, labelOf } from "../fields/fieldInput.ts"
import { enteredFacts, type FieldMistake, mistakeIn, shownValue } from "../fields/fieldValue.ts"
import { formatCount } from "../session/formatAmount.ts"
import type { EnteredFacts, MethodField, PayerSession } from "../session/PayerApi.ts"
import type { Texts } from "../texts/Texts.ts"

/** The texts and settings that fields are rendered with. */
interface Shown {
  readonly texts: Texts
  readonly isDebit: boolean
  readonly onSubmit: () => void
}

/** Returns the fields of an alternative method. */
const fieldsOf = ({ method_fields }: PayerSession, type: string): ReadonlyArray<MethodField> =>
  method_fields?.[type] ?? []

/**
 * The fields of alternative methods with the payer's input. Methods share the input of a field, and
 * nothing is stored.
 */
export class MethodFields {
  readonly #host: LitElement
  readonly #typed = new Map<string, string>()
  #mistakes: ReadonlyMap<string, FieldMistake> = new Map()

  constructor(host: LitElement) {
    this.#host = host
  }

  /** Forgets the payer's input. */
  forget(): void {
    this.#typed.clear()
    this.unmark()
  }

  /** Hides the mistakes, because the payer chose another method. */
  unmark(): void {
    this.#mistakes = new Map()
  }

  /** Returns true if a method has fields. */
  has(session: PayerSession, type: string): boolean {
    return fieldsOf(session, type).length > 0
  }

  /** Renders the fields of a method. Returns `nothing` if it has none. */
  render(session: PayerSession, type: string, shown: Shown): unknown {
    const fields = fieldsOf(session, type)
    return fields.length === 0
      ? nothing
      : html`<div class="fields">${fields.map((field) => this.#field(field, shown))}</div>`
  }

  /**
   * Returns the payer's input for a method, or null if a field is wrong. Each wrong field then
   * shows its mistake, and the first has the focus.
   */
  async enter(session: PayerSession, type: string): Promise<Partial<EnteredFacts> | null> {
    const fields = fieldsOf(session, type)
    this.#mistakes = new Map(
      fields.flatMap((field) => {
        const mistake = mistakeIn(field, this.#textIn(field))
        return mistake === null ? [] : [[field.name, mistake]]
      })
    )
    this.#host.requestUpdate()
    const wrong = fields.find(({ name }) => this.#mistakes.has(name))
    if (wrong === undefined) return enteredFacts(fields, (field) => this.#textIn(field))
    // Screen readers read the mistake with the field, so it is rendered before the focus moves.
    await this.#host.updateComplete
    this.#host.renderRoot.querySelector<HTMLElement>(`#${idOf(wrong)}`)?.focus()
    return null
  }

  #field(field: MethodField, shown: Shown): unknown {
    const { texts, isDebit } = shown
    const mistake = this.#mistakes.get(field.name)
    const id = idOf(field)
    return html`<div class="field ${id}">
      <label for=${id}>${labelOf(texts, field, isDebit)}</label>
      ${isSelect(field) ? this.#select(field, shown) : this.#input(field, shown)}
      ${
        mistake === undefined
          ? nothing
          : html`<p class="mistake small" id="${id}-mistake">${textOf(texts, mistake)}</p>`
      }
    </div>`
  }

  #input(field: MethodField, { onSubmit }: Shown): unknown {
    const { type, inputmode, autocomplete, isLeftToRight } = inputOf(field)
    const isWord = field.name === "name" || field.name.startsWith("billing_address")
    return html`<input
      id=${idOf(field)}
      type=${type}
      inputmode=${inputmode}
      autocomplete=${autocomplete}
      autocapitalize=${field.format === "iban" ? "characters" : isWord ? "words" : "off"}
      spellcheck="false"
      dir=${isLeftToRight ? "ltr" : "auto"}
      ?required=${field.required}
      aria-invalid=${this.#mistakes.has(field.name)}
      aria-describedby=${this.#mistakes.has(field.name) ? `${idOf(field)}-mistake` : nothing}
      .value=${this.#textIn(field)}
      @input=${({ target }: Event) => this.#onInput(field, target as HTMLInputElement)}
      @blur=${() => this.#onLeave(field)}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key !== "Enter" || event.isComposing) return
        event.preventDefault()
        onSubmit()
      }}
    />`
  }

  #select(field: MethodField, { texts }: Shown): unknown {
    const chosen = this.#textIn(field)
    return html`<select
      id=${idOf(field)}
      autocomplete=${inputOf(field).autocomplete}
      ?required=${field.required}
      aria-invalid=${this.#mistakes.has(field.name)}
      aria-describedby=${this.#mistakes.has(field.name) ? `${idOf(field)}-mistake` : nothing}
      @change=${({ target }: Event) => this.#onInput(field, target as HTMLSelectElement)}
    >
      <option value="" .selected=${chosen === ""}>${texts.select}</option>
      ${optionsOf(field, texts).map(
        ({ code, name }) =>
          html`<option value=${code} .selected=${code === chosen}>${name ?? code}</option>`
      )}
    </select>`
  }

  #textIn(field: MethodField): string {
    const only = field.options?.length === 1 ? field.options[0]?.code : undefined
    const text = this.#typed.get(field.name) ?? field.value ?? only ?? ""
    const isOffered = field.options?.some(({ code }) => code === text) ?? true
    // Another method may offer other banks or countries.
    return isOffered ? text : (only ?? "")
  }

  #onInput({ name }: MethodField, { value }: { readonly value: string }): void {
    this.#typed.set(name, value)
    this.#mark(name, null)
  }

  /** Shows the mistake in a filled field as soon as the payer leaves the field. */
  #onLeave(field: MethodField): void {
    const typed = this.#textIn(field)
    if (typed.trim() === "") return
    this.#typed.set(field.name, shownValue(field, typed))
    this.#mark(field.name, mistakeIn(field, typed))
  }

  #mark(name: string, mistake: FieldMistake | null): void {
    const others = [...this.#mistakes].filter(([other]) => other !== name)
    this.#mistakes = new Map(mistake === null ? others : [...others, [name, mistake]])
    this.#host.requestUpdate()
  }
}

const idOf = ({ name }: MethodField): string => `field-${name.replaceAll(/[._]/g, "-")}`

const isCountry = ({ name }: MethodField): boolean => name === "billing_address.country"

const isSelect = (field: MethodField): boolean => field.options !== undefined || isCountry(field)

const optionsOf = (field: MethodField, { locale }: Texts) =>
  isCountry(field)
    ? countriesIn(
        locale,
        field.options?.map(({ code }) => code)
      )
    : (field.options ?? [])

const textOf = (texts: Texts, mistake: FieldMistake): string =>
  typeof mistake === "number"
    ? texts.mistakes.digits(formatCount(texts, mistake))
    : texts.mistakes[mistake]
