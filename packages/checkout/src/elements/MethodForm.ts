import { html, type LitElement, nothing, type ReactiveController } from "lit"
import { markName } from "../look/markName.ts"
import type { PayerSession, Payment } from "../session/PayerApi.ts"
import type { Texts } from "../texts/Texts.ts"
import { lookOf } from "./checkoutLook.ts"
import { buttonText } from "./checkoutParts.ts"
import type { PayloomCardFields } from "./PayloomCardFields.ts"

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
  readonly wallets: () => Wallets
  readonly mayPay: () => boolean
  /** Pays the session that the payer saw when they pressed. */
  readonly pay: (payment: Payment, session: PayerSession) => Promise<void>
  /** A card could not be encrypted, or a wallet failed. */
  readonly refuse: (method: Payment["method"]) => void
}

/** One way to pay, of those that a payer may choose from. */
interface Choice {
  readonly method: "card" | "wallet" | "apm"
  /** Which wallet or alternative method; empty for the card. */
  readonly type: string
}

const choicesOf = (session: PayerSession, wallets: Wallets): ReadonlyArray<Choice> =>
  session.available_methods.flatMap((method): ReadonlyArray<Choice> => {
    switch (method) {
      case "card":
        return [{ method, type: "" }]
      case "wallet":
        return session.method_types.wallet
          .filter((type) => Object.hasOwn(wallets, type))
          .map((type) => ({ method, type }))
      case "apm":
        return session.method_types.apm.map((type) => ({ method, type }))
      default:
        return []
    }
  })

/** The ways to pay, the details of the chosen one, and the button. */
export class MethodForm implements ReactiveController {
  readonly #host: LitElement
  readonly #options: MethodFormOptions
  #chosen: Choice | null = null
  #isEncrypting = false
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
    this.#isEncrypting = false
    this.#turn++
  }

  /** Hidden while a payment is under way: a payer who is declined finds the card as it was. */
  render(texts: Texts, session: PayerSession, isHidden: boolean): unknown {
    const choices = choicesOf(session, this.#options.wallets())
    const chosen = this.#among(choices)
    if (chosen === undefined) {
      return isHidden
        ? nothing
        : html`<p class="quiet">${texts.noMethod.title}. ${texts.noMethod.text}</p>`
    }
    const isCard = chosen.method === "card"
    return html`<div class="form" ?hidden=${isHidden}>
      ${this.#choices(texts, session, choices, chosen)}
      ${choices.some(({ method }) => method === "card") ? this.#fields(session, !isCard) : nothing}
      <button
        class="button"
        type="button"
        ?disabled=${this.#isEncrypting}
        @click=${() => this.#pay(session)}
      >
        ${buttonText(texts, session)}
      </button>
      ${isCard ? html`<p class="note quiet small">${texts.card.encrypted}</p>` : nothing}
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
      return html`<div class="method">
        <h2 class="method-name">${titleOf(texts, chosen)}</h2>
        ${marksOf(session, chosen)}
      </div>`
    }
    return html`<fieldset class="choices">
      <legend class="method-name">${texts.choose}</legend>
      ${choices.map(
        (choice) => html`<div class="choice">
          <label>
            <input
              type="radio"
              name="method"
              .checked=${isSame(choice, chosen)}
              @change=${() => this.#choose(choice)}
            />
            <span>${nameOf(texts, choice)}</span>
          </label>
          ${marksOf(session, choice)}
        </div>`
      )}
    </fieldset>`
  }

  #fields(session: PayerSession, isHidden: boolean): unknown {
    return html`<payloom-card-fields
      ?hidden=${isHidden}
      src=${this.#options.cardFields()}
      locale=${session.locale}
      .look=${lookOf(session)}
      .labels=${session.template_config.labels}
      @payloom-card-submitted=${() => this.#pay(session)}
    ></payloom-card-fields>`
  }

  #choose(choice: Choice): void {
    this.#chosen = choice
    this.#turn++
    this.#setEncrypting(false)
  }

  async #pay(session: PayerSession): Promise<void> {
    const chosen = this.#among(choicesOf(session, this.#options.wallets()))
    if (chosen === undefined || this.#isEncrypting || !this.#options.mayPay()) return
    const turn = ++this.#turn
    this.#setEncrypting(chosen.method === "card")
    const payment = await this.#paymentBy(chosen, session).catch((error: unknown) => {
      // For whoever looks after the page: the payer can only choose another way.
      console.error(error)
      return failed
    })
    if (turn !== this.#turn) return
    this.#setEncrypting(false)
    if (payment === failed) this.#options.refuse(chosen.method)
    else if (payment !== null) await this.#options.pay(payment, session)
  }

  #setEncrypting(isEncrypting: boolean): void {
    this.#isEncrypting = isEncrypting
    this.#host.requestUpdate()
  }

  /** Null where the card is not complete, or the payer closed the wallet. */
  async #paymentBy({ method, type }: Choice, session: PayerSession): Promise<Payment | null> {
    switch (method) {
      case "card": {
        const fields = this.#host.renderRoot.querySelector<PayloomCardFields>("payloom-card-fields")
        const ciphertext = (await inTime(fields?.encrypt())) ?? null
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

/** A frame that can't be loaded never answers. */
const frameWithinMs = 20_000

const inTime = <A>(promise: Promise<A> | undefined): Promise<A | undefined> =>
  Promise.race([
    Promise.resolve(promise),
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error("The card fields are not there.")), frameWithinMs)
    })
  ])

const isSame = (one: Choice, other: Choice | null): boolean =>
  one.method === other?.method && one.type === other.type

const nameOf = (texts: Texts, { method, type }: Choice): string =>
  method === "card" ? texts.byCard : markName(type)

/** Above the details of the only way to pay. */
const titleOf = (texts: Texts, choice: Choice): string =>
  choice.method === "card" ? texts.card.title : nameOf(texts, choice)

/** The signs of the brands of a method; a type among several is its own sign. */
const marksOf = ({ method_marks }: PayerSession, { method }: Choice): unknown => {
  const marks = method === "card" ? (method_marks[method] ?? []) : []
  return marks.length === 0
    ? nothing
    : html`<ul class="marks">
        ${marks.map((name) => html`<li class="mark">${markName(name)}</li>`)}
      </ul>`
}
