import { html, type LitElement, nothing, type ReactiveController } from "lit"
import { repeat } from "lit/directives/repeat.js"
import { buttonText } from "../session/buttonText.ts"
import { type Choice, isSame } from "../session/Choice.ts"
import { mandateOf } from "../session/mandateOf.ts"
import type { PayerSession, Payment } from "../session/PayerApi.ts"
import type { Texts } from "../texts/Texts.ts"
import { lookOf } from "./checkoutLook.ts"
import { inTime } from "./inTime.ts"
import { MethodFields } from "./MethodFields.ts"
import { choicesOf, marksOf, nameOf } from "./methodChoices.ts"
import type { PayloomCardFields } from "./PayloomCardFields.ts"
import "./PayloomProviderFields.ts"
import { cardSlot, type MountCard, type PayloomProviderFields } from "./PayloomProviderFields.ts"
import type { Wallets } from "./Wallets.ts"

/** The parts of the element that the form uses. */
export interface MethodFormOptions {
  /** Returns the URL of the card fields' document. */
  readonly cardFields: () => string
  /**
   * Returns the function that mounts a provider's own card fields, or null if the page has none.
   */
  readonly mountCard: () => MountCard | null
  readonly wallets: () => Wallets
  readonly mayPay: () => boolean
  /** Pays the session that the payer saw when they pressed the button. */
  readonly pay: (payment: Payment, session: PayerSession) => Promise<void>
  /** Handles a card that could not be encrypted, or a wallet that failed. */
  readonly refuse: () => void
}

/** The state of the page around the form. */
export interface FormState {
  /** True while a payment is in flight. The payer's input stays in place. */
  readonly isPaying: boolean
  /** The method that was just declined. It stays chosen until the payer chooses another. */
  readonly declined: Choice | null
}

/** The form: the payment methods, each with its details in its own row, and the button. */
export class MethodForm implements ReactiveController {
  readonly #host: LitElement
  readonly #options: MethodFormOptions
  readonly #fields: MethodFields
  #chosen: Choice | null = null
  #isEncrypting = false
  #isCardMissing = false
  /** Counts the payer's presses and choices. A result for an earlier one is dropped. */
  #turn = 0

  constructor(host: LitElement, options: MethodFormOptions) {
    this.#host = host
    this.#options = options
    this.#fields = new MethodFields(host)
    host.addController(this)
  }

  /** Forgets the payer's choice and input when the element leaves the page. */
  hostDisconnected(): void {
    this.#chosen = null
    this.#fields.forget()
    this.#isCardMissing = false
    this.#isEncrypting = false
    this.#turn++
  }

  /** Forgets the chosen method, because the payer wants to choose another one. */
  forget(): void {
    this.#chosen = null
  }

  /** Shows a decline at the card field that it is about. Returns false if there is none. */
  showDecline(code: string): boolean {
    return this.#cardFields?.showDecline(code) ?? false
  }

  render(texts: Texts, session: PayerSession, { isPaying, declined }: FormState): unknown {
    const choices = choicesOf(session, this.#options.wallets())
    this.#chosen ??= declined
    const chosen = this.#among(choices)
    if (chosen === undefined) {
      return html`<p class="quiet">${texts.noMethod.title}<br />${texts.noMethod.text}</p>`
    }
    const mandate = mandateOf(texts, session, chosen.type)
    // Without its fields a card can't be charged. A button to load them is shown instead.
    const isMissing = chosen.method === "card" && this.#isCardMissing
    return html`<div class="form">
      <div class="entry" ?inert=${isPaying}>
        ${this.#choices(texts, session, choices, chosen)}
      </div>
      ${mandate && html`<p class="mandate quiet small" id="mandate">${mandate}</p>`}
      ${isMissing ? nothing : this.#button(texts, session, isPaying || this.#isEncrypting, mandate)}
    </div>`
  }

  #among(choices: ReadonlyArray<Choice>): Choice | undefined {
    const chosen = this.#chosen
    return choices.find((choice) => isSame(choice, chosen)) ?? choices[0]
  }

  #choices(
    texts: Texts,
    session: PayerSession,
    choices: ReadonlyArray<Choice>,
    chosen: Choice
  ): unknown {
    if (choices.length === 1) {
      const title = chosen.method === "card" ? texts.card.title : nameOf(texts, chosen)
      return html`<div class="method">
          <h2 class="method-name">${title}</h2>
          ${marksOf(session, chosen)}
        </div>
        ${this.#details(texts, session, chosen, { hasOthers: false, isChosen: true })}`
    }
    return html`<fieldset class="choices">
      <legend class="method-name">${texts.choose}</legend>
      ${repeat(
        choices,
        ({ method, type }) => `${method} ${type}`,
        (choice) => this.#row(texts, session, choice, isSame(choice, chosen))
      )}
    </fieldset>`
  }

  #row(texts: Texts, session: PayerSession, choice: Choice, isChosen: boolean): unknown {
    const { method, type } = choice
    // Fields have labels of their own, so only a note describes the choice.
    const isNoted = method !== "card" && !this.#fields.has(session, type)
    const id = `details ${method} ${type}`.trim().replaceAll(" ", "-")
    return html`<div class="choice ${isChosen ? "chosen" : ""}">
      <div class="choice-head">
        <label>
          <input
            type="radio"
            name="method"
            aria-describedby=${isNoted && isChosen ? id : nothing}
            .checked=${isChosen}
            @change=${() => this.#choose(choice)}
          />
          <span>${nameOf(texts, choice)}</span>
        </label>
        ${marksOf(session, choice)}
      </div>
      <div class="details" id=${id} ?hidden=${!isChosen}>
        ${this.#details(texts, session, choice, { hasOthers: true, isChosen })}
      </div>
    </div>`
  }

  /**
   * Renders the details of a row. Closed rows also keep the card fields, with the payer's input.
   */
  #details(
    texts: Texts,
    session: PayerSession,
    choice: Choice,
    { hasOthers, isChosen }: { readonly hasOthers: boolean; readonly isChosen: boolean }
  ): unknown {
    if (choice.method !== "card") return isChosen ? this.#byMethod(texts, session, choice) : nothing
    const mount = this.#options.mountCard()
    const fields =
      mount === null ? this.#ownFields(texts, session) : this.#providerFields(texts, session, mount)
    return html`${fields}
      <p class="note quiet small">${this.#cardNote(texts, hasOthers)}</p>`
  }

  /** A debit has no next step, and its mandate is above the button. */
  #byMethod(texts: Texts, session: PayerSession, choice: Choice): unknown {
    const isDebit = mandateOf(texts, session, choice.type) !== null
    const onSubmit = () => this.#pay(session)
    return html`${this.#fields.render(session, choice.type, { texts, isDebit, onSubmit })}
    ${
      isDebit
        ? nothing
        : html`<p class="note quiet small">${texts.nextStep(nameOf(texts, choice))}</p>`
    }`
  }

  #ownFields({ locale }: Texts, session: PayerSession): unknown {
    return html`<payloom-card-fields
      src=${this.#options.cardFields()}
      locale=${locale}
      .look=${lookOf(session)}
      .labels=${session.template_config.labels}
      @payloom-card-submitted=${() => this.#pay(session)}
      @payloom-card-ready=${() => this.#setCardMissing(false)}
      @payloom-card-failed=${() => this.#setCardMissing(true)}
    ></payloom-card-fields>`
  }

  #providerFields({ locale }: Texts, session: PayerSession, mount: MountCard): unknown {
    return html`<payloom-provider-fields
      .mount=${mount}
      .page=${this.#host}
      locale=${locale}
      .look=${lookOf(session)}
      .labels=${session.template_config.labels}
      @payloom-card-submitted=${() => this.#pay(session)}
      @payloom-card-ready=${() => this.#setCardMissing(false)}
      @payloom-card-failed=${() => this.#setCardMissing(true)}
      ><slot name=${cardSlot}></slot
    ></payloom-provider-fields>`
  }

  #cardNote(texts: Texts, hasOthers: boolean): unknown {
    if (!this.#isCardMissing) return texts.card.encrypted
    return hasOthers ? texts.otherwise.again : nothing
  }

  #button(texts: Texts, session: PayerSession, isBusy: boolean, mandate: string | null): unknown {
    return html`<button
      class="button"
      type="button"
      ?disabled=${isBusy}
      aria-busy=${isBusy ? "true" : nothing}
      aria-describedby=${mandate === null ? nothing : "mandate"}
      @click=${() => this.#pay(session)}
    >
      ${isBusy ? html`<span class="spinner" aria-hidden="true"></span>` : nothing}
      <span>${buttonText(texts, session)}</span>
    </button>`
  }

  get #cardFields(): PayloomCardFields | PayloomProviderFields | null {
    const { renderRoot } = this.#host
    return (
      renderRoot.querySelector("payloom-card-fields") ??
      renderRoot.querySelector("payloom-provider-fields")
    )
  }

  #setCardMissing(isMissing: boolean): void {
    this.#isCardMissing = isMissing
    this.#host.requestUpdate()
  }

  #choose(choice: Choice): void {
    this.#chosen = choice
    this.#fields.unmark()
    this.#turn++
    this.#setEncrypting(false)
  }

  async #pay(session: PayerSession): Promise<void> {
    const chosen = this.#among(choicesOf(session, this.#options.wallets()))
    if (chosen === undefined || this.#isEncrypting || !this.#options.mayPay()) return
    if (chosen.method === "card" && this.#isCardMissing) return
    const turn = ++this.#turn
    this.#setEncrypting(chosen.method === "card")
    const payment = await this.#paymentBy(chosen, session).catch((error: unknown) => {
      // The page's owner sees the error. The payer can only choose another method.
      console.error(error)
      return failed
    })
    if (turn !== this.#turn) return
    this.#setEncrypting(false)
    // Fields that can't be loaded show a message themselves.
    if (payment === failed && !this.#isCardMissing) this.#options.refuse()
    if (payment !== failed && payment !== null) await this.#options.pay(payment, session)
  }

  #setEncrypting(isEncrypting: boolean): void {
    this.#isEncrypting = isEncrypting
    this.#host.requestUpdate()
  }

  /** Returns the payment, or null if the input is incomplete or the payer closed the wallet. */
  async #paymentBy({ method, type }: Choice, session: PayerSession): Promise<Payment | null> {
    switch (method) {
      case "card": {
        const ciphertext = (await inTime(this.#cardFields?.encrypt())) ?? null
        return ciphertext === null ? null : { method, card: { ciphertext } }
      }
      case "wallet": {
        const { amount, currency, merchant, locale } = session
        const request = { type, amount, currency, merchant, locale }
        const payload = (await this.#options.wallets()[type]?.(request)) ?? null
        return payload === null ? null : { method, wallet: { type, payload } }
      }
      case "apm": {
        const entered = await this.#fields.enter(session, type)
        if (entered === null) return null
        const { details, ...address } = entered
        return { method, apm: { type, ...(details === undefined ? {} : { details }) }, ...address }
      }
    }
  }
}

const failed = "failed" as const
