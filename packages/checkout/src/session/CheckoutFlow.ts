import type { Answer, CheckoutResult, Decline, PayerApi, PayerSession } from "./PayerApi.ts"

/** Something to tell the payer above the card form. */
type Notice =
  | { readonly _tag: "declined"; readonly decline: Decline }
  | { readonly _tag: "not_arrived" }
  | { readonly _tag: "bad_card" }

/** What the payer sees. `elsewhere`: it happens, or happened, in another window. */
export type View =
  | { readonly _tag: "loading" }
  | { readonly _tag: "unreachable" }
  | { readonly _tag: "bad_link" }
  | { readonly _tag: "form"; readonly notice: Notice | null }
  /** The issuer's page, for the payer to go through. */
  | { readonly _tag: "challenge"; readonly id: string; readonly url: string }
  | { readonly _tag: "processing"; readonly elsewhere: boolean }
  | { readonly _tag: "succeeded"; readonly elsewhere: boolean; readonly payment: string | null }
  | { readonly _tag: "ended"; readonly status: "failed" | "expired" | "canceled" }

/** What a flow needs of the world. */
export interface CheckoutFlowOptions {
  readonly api: PayerApi
  readonly show: (view: View) => void
  readonly wait: (ms: number) => Promise<void>
  /** Ends the flow: nothing is asked or shown any more. */
  readonly signal: AbortSignal
}

const slowestPollMs = 3000
/** So often the server has to say that it knows of no payment before the payer may pay anew. */
const unheardAnswers = 3

/**
 * One payer's way through one session. It submits when it is told to and never by itself: after a
 * reload and after a lost answer it reads the status, however long that takes.
 */
export class CheckoutFlow {
  session: PayerSession | null = null
  view: View = { _tag: "loading" }
  readonly #options: CheckoutFlowOptions

  constructor(options: CheckoutFlowOptions) {
    this.#options = options
  }

  /** Reads the session and where it stands; again, where that failed before. */
  async open(): Promise<void> {
    const { api } = this.#options
    this.#show({ _tag: "loading" })
    const [session, result] = await Promise.all([api.read(), api.status()])
    if (session._tag === "answered") this.session = session.value
    const problem = session._tag === "answered" ? result : session
    if (problem._tag === "lost") return this.#show({ _tag: "unreachable" })
    if (problem._tag === "refused") return this.#show({ _tag: "bad_link" })
    if (result._tag === "answered") await this.#follow(result.value, false)
  }

  /** Pays, where the payer may. */
  async pay(ciphertext: string): Promise<void> {
    if (this.view._tag !== "form") return
    await this.#submit(() => this.#options.api.confirm(ciphertext))
  }

  /** Goes on once the payer is back from the issuer's page, whatever they did there. */
  async comeBack(): Promise<void> {
    const { view } = this
    if (view._tag !== "challenge") return
    await this.#submit(() => this.#options.api.comeBack(view.id))
  }

  async #submit(send: () => Promise<Answer<CheckoutResult>>): Promise<void> {
    const isFirst = this.view._tag === "form"
    this.#show({ _tag: "processing", elsewhere: false })
    const answer = await send()
    if (answer._tag === "answered") return this.#follow(answer.value, false)
    if (answer._tag === "lost") return this.#recover()
    switch (answer.code) {
      case "session_already_succeeded":
      case "session_processing":
        this.#show({ _tag: "processing", elsewhere: true })
        return this.#poll(true)
      case "session_not_open":
        return this.#poll(false)
      default:
        // A challenge that is used or replaced: what became of it, the status knows.
        if (!isFirst && answer.status === 422) return this.#poll(false)
        return this.#show(
          answer.status === 422
            ? { _tag: "form", notice: { _tag: "bad_card" } }
            : { _tag: "bad_link" }
        )
    }
  }

  /** Looks whether the session moved on elsewhere while the payer was about to pay here. */
  async look(): Promise<void> {
    if (this.view._tag !== "form") return
    const answer = await this.#options.api.status()
    if (this.view._tag !== "form" || answer._tag !== "answered") return
    if (!isOpen(answer.value)) await this.#follow(answer.value, true)
  }

  /** The answer to a confirm was lost: only the server knows whether it arrived. */
  async #recover(): Promise<void> {
    for (let unheard = 0, ms = 500; unheard < unheardAnswers; ms = slower(ms)) {
      const answer = await this.#statusAfter(ms)
      if (this.#options.signal.aborted) return
      if (answer._tag === "refused") return this.#show({ _tag: "bad_link" })
      if (answer._tag === "lost") continue
      if (answer.value.status !== "requires_payment") return this.#follow(answer.value, false)
      unheard++
    }
    this.#show({ _tag: "form", notice: { _tag: "not_arrived" } })
  }

  async #poll(elsewhere: boolean): Promise<void> {
    for (let ms = 700; !this.#options.signal.aborted; ms = slower(ms)) {
      const answer = await this.#statusAfter(ms)
      if (answer._tag === "refused") return this.#show({ _tag: "bad_link" })
      if (answer._tag === "answered" && answer.value.status !== "processing") {
        return this.#follow(answer.value, elsewhere)
      }
    }
  }

  async #statusAfter(ms: number): Promise<Answer<CheckoutResult>> {
    await this.#options.wait(ms)
    return this.#options.signal.aborted ? { _tag: "lost" } : this.#options.api.status()
  }

  async #follow(result: CheckoutResult, elsewhere: boolean): Promise<void> {
    const { status, payment, decline } = result
    switch (status) {
      case "succeeded":
        return this.#show({ _tag: "succeeded", elsewhere, payment })
      case "failed":
      case "expired":
      case "canceled":
        return this.#show({ _tag: "ended", status })
      case "requires_payment":
        return this.#show({ _tag: "form", notice: null })
      case "declined":
        return this.#show({
          _tag: "form",
          notice: decline === null ? null : { _tag: "declined", decline }
        })
      case "requires_action": {
        const challenge = challengeIn(result)
        if (challenge !== null) return this.#show(challenge)
      }
    }
    this.#show({ _tag: "processing", elsewhere })
    return this.#poll(elsewhere)
  }

  #show(view: View): void {
    if (this.#options.signal.aborted) return
    this.view = view
    this.#options.show(view)
  }
}

const challengeIn = ({ action }: CheckoutResult): View | null =>
  action?.type === "three_ds_challenge" && action.session !== undefined && action.url !== undefined
    ? { _tag: "challenge", id: action.session, url: action.url }
    : null

const isOpen = ({ status }: CheckoutResult): boolean =>
  status === "requires_payment" || status === "declined"

const slower = (ms: number): number => Math.min(ms * 1.4, slowestPollMs)
