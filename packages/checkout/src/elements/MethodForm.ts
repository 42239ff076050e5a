import { html, type LitElement, nothing, type ReactiveController } from "lit"
import { repeat } from "lit/directives/repeat.js"
import { buttonText } from "../session/buttonText.ts"
import { type Choice, isSame } from "../session/Choice.ts"
import type { PayerSession, Payment } from "../session/PayerApi.ts"
import type { Texts } from "../texts/Texts.ts"
import { lookOf } from "./checkoutLook.ts"
import { choicesOf, marksOf, nameOf } from "./methodChoices.ts"
import type { PayloomCardFields } from "./PayloomCardFields.ts"
import "./PayloomProviderFields.ts"
import { cardSlot, type MountCard, type PayloomProviderFields } from "./PayloomProviderFields.ts"

/** What a wallet is asked for. */
export interface WalletRequest {
  readonly type: string
  /** Minor units. */
  readonly amount: string
  readonly currency: string
  readonly merchant: string
  /** A BCP 47 tag. */
  readonly locale: string
}

/**
 * The wallets of a page by their types, such as `apple_pay`: each shows its own sheet and hands out
 * what its provider understands, or null where the payer closed it. A wallet without one here is
 * not offered: which scripts a page loads is for its owner to say.
 */
export type Wallets = Readonly<
  Record<string, (request: WalletRequest) => Promise<string | object | null>>
>

/** What the form needs of its element. */
export interface MethodFormOptions {
  /** Where the card fields' document is. */
  readonly cardFields: () => string
  /** Puts a provider's own card fields there, or null where the page brings none. */
  readonly mountCard: () => MountCard | null
  readonly wallets: () => Wallets
  readonly mayPay: () => boolean
  /** Pays the session that the payer saw when they pressed. */
  readonly pay: (payment: Payment, session: PayerSession) => Promise<void>
  /** A card could not be encrypted, or a wallet failed. */
  readonly refuse: () => void
}

/** How the page stands around the form. */
export interface FormState {
  /** A payment is under way: what the payer typed stays where it is. */
  readonly isPaying: boolean
  /** What was just declined, which stays chosen until the payer chooses something else. */
  readonly declined: Choice | null
}

/** The ways to pay, each with its details in its own row, and the button. */
export class MethodForm implements ReactiveController {
  readonly #host: LitElement
  readonly #options: MethodFormOptions
  #chosen: Choice | null = null
  #isEncrypting = false
  #isCardMissing = false
  /** Counts what the payer pressed and chose: what was made ready for an earlier one is dropped. */
  #turn = 0

  constructor(host: LitElement, options: MethodFormOptions) {
    this.#host = host
    this.#options = options
    host.addController(this)
  }

  /** What the payer chose is theirs as long as the element is there. */
  hostDisconnected(): void {
    this.#chosen = null
    this.#isCardMissing = false
    this.#isEncrypting = false
    this.#turn++
  }

  /** The payer chose another way to pay than the one that waits for them. */
  forget(): void {
    this.#chosen = null
  }

  /** Shows at the card's field that a decline is about what is wrong; false where there is none. */
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
    // Without its fields a card can't be paid with: there is a button to load them instead.
    const isMissing = chosen.method === "card" && this.#isCardMissing
    return html`<div class="form">
      <div class="entry" ?inert=${isPaying}>
        ${this.#choices(texts, session, choices, chosen)}
      </div>
      ${isMissing ? nothing : this.#button(texts, session, isPaying || this.#isEncrypting)}
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
        ${this.#details(texts, session, chosen, false)}`
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
    const id = `details ${method} ${type}`.trim().replaceAll(" ", "-")
    return html`<div class="choice ${isChosen ? "chosen" : ""}">
      <div class="choice-head">
        <label>
          <input
            type="radio"
            name="method"
            aria-describedby=${method !== "card" && isChosen ? id : nothing}
            .checked=${isChosen}
            @change=${() => this.#choose(choice)}
          />
          <span>${nameOf(texts, choice)}</span>
        </label>
        ${marksOf(session, choice)}
      </div>
      <div class="details" id=${id} ?hidden=${!isChosen}>
        ${this.#details(texts, session, choice, true)}
      </div>
    </div>`
  }

  /** The card's fields are there in a row that is closed, too: they keep what was typed. */
  #details(texts: Texts, session: PayerSession, choice: Choice, hasOthers: boolean): unknown {
    if (choice.method !== "card") {
      return html`<p class="note quiet small">${texts.nextBillingAction(nameOf(texts, choice))}</p>`
    }
    const mount = this.#options.mountCard()
    const fields =
      mount === null ? this.#ownFields(texts, session) : this.#providerFields(texts, session, mount)
    return html`${fields}
      <p class="note quiet small">${this.#cardNote(texts, hasOthers)}</p>`
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

  #button(texts: Texts, session: PayerSession, isBusy: boolean): unknown {
    return html`<button
      class="button"
      type="button"
      ?disabled=${isBusy}
      aria-busy=${isBusy ? "true" : nothing}
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
      // For whoever looks after the page: the payer can only choose another way.
      console.error(error)
      return failed
    })
    if (turn !== this.#turn) return
    this.#setEncrypting(false)
    // Fields that can't be loaded have said so themselves.
    if (payment === failed && !this.#isCardMissing) this.#options.refuse()
    if (payment !== failed && payment !== null) await this.#options.pay(payment, session)
  }

  #setEncrypting(isEncrypting: boolean): void {
    this.#isEncrypting = isEncrypting
    this.#host.requestUpdate()
  }

  /** Null where the card is not complete, or the payer closed the wallet. */
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
      case "apm":
        return { method, apm: { type } }
    }
  }
}

const failed = "failed" as const

/** Longer than a frame has to say that it's there; a frame that encrypts takes no time. */
const encryptedWithinMs = 25_000

const inTime = <A>(promise: Promise<A> | undefined): Promise<A | undefined> =>
  Promise.race([
    Promise.resolve(promise),
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error("The card fields don't answer.")), encryptedWithinMs)
    })
  ])
