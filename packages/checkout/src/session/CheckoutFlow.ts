import type {
  Answer,
  CheckoutResult,
  Decline,
  PayerApi,
  PayerSession,
  Submission
} from "./PayerApi.ts"

/** Something to tell the payer above the card form. */
type Notice =
  | { readonly _tag: "declined"; readonly decline: Decline }
  | { readonly _tag: "not_arrived" }
  | { readonly _tag: "bad_card" }
  | { readonly _tag: "unavailable" }

/** What the payer sees. `elsewhere`: it happens, or happened, in another window. */
export type View =
  | { readonly _tag: "loading" }
  | { readonly _tag: "unreachable" }
  | { readonly _tag: "bad_link" }
  /** Back from a provider's page, in a window that knows of no session. */
  | { readonly _tag: "returned" }
  | { readonly _tag: "form"; readonly notice: Notice | null }
  /** The issuer's page, for the payer to go through. */
  | { readonly _tag: "challenge"; readonly id: string; readonly url: string }
  /** On the way to a provider's page. */
  | { readonly _tag: "leaving"; readonly url: string }
  /** A provider's page still waits for the payer, who is here. */
  | { readonly _tag: "awaited"; readonly url: string }
  | {
      readonly _tag: "instructions"
      readonly text: string
      readonly reference: string
      readonly expiresAt: string
    }
  | { readonly _tag: "processing"; readonly elsewhere: boolean }
  | { readonly _tag: "succeeded"; readonly elsewhere: boolean; readonly payment: string | null }
  | { readonly _tag: "ended"; readonly status: "failed" | "expired" | "canceled" }

/** What a flow needs of the world. */
export interface CheckoutFlowOptions {
  readonly api: PayerApi
  readonly show: (view: View) => void
  readonly wait: (ms: number) => Promise<void>
  /** Whether the payer is just back from a provider's page. */
  readonly isBack?: boolean
  /** Whether the page stands in a frame, which providers' pages don't. */
  readonly isFramed?: boolean
  /** Ends the flow: nothing is asked or shown any more. */
  readonly signal: AbortSignal
}

const slowestPollMs = 3000
const leaveWithinMs = 5000
/** While the payer has something to do elsewhere, nothing is in a hurry here. */
const slowestWatchMs = 15_000
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
  #isBack: boolean
  /** What waits for the payer elsewhere they have turned their back on. */
  #isChoosingAnew = false

  constructor(options: CheckoutFlowOptions) {
    this.#options = options
    this.#isBack = options.isBack ?? false
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
    if (result._tag !== "answered") return
    const following = this.#follow(result.value, false)
    // Whoever comes to this window again has not just been sent back.
    this.#isBack = false
    await following
  }

  /** Pays, where the payer may. */
  async pay(submission: Submission): Promise<void> {
    if (this.view._tag !== "form") return
    await this.#submit(() => this.#options.api.confirm(submission), submission.payment.method)
  }

  /** What the payer chose could not be made ready to be sent. */
  refuse(method: Submission["payment"]["method"]): void {
    if (this.view._tag !== "form") return
    this.#show({ _tag: "form", notice: { _tag: method === "card" ? "bad_card" : "unavailable" } })
  }

  /** Leaves what waits for the payer elsewhere, for another way to pay. */
  chooseAnew(): void {
    if (this.view._tag !== "awaited" && this.view._tag !== "instructions") return
    this.#isChoosingAnew = true
    this.#show({ _tag: "form", notice: null })
  }

  /** Goes on once the payer is back from the issuer's page, whatever they did there. */
  async comeBack(): Promise<void> {
    const { view } = this
    if (view._tag !== "challenge") return
    await this.#submit(() => this.#options.api.comeBack(view.id))
  }

  async #submit(
    send: () => Promise<Answer<CheckoutResult>>,
    first: Submission["payment"]["method"] | null = null
  ): Promise<void> {
    const before = this.view
    const sending: View = { _tag: "processing", elsewhere: false }
    this.#isChoosingAnew = false
    this.#show(sending)
    const answer = await send()
    if (this.view !== sending) return
    if (answer._tag === "answered") return this.#follow(answer.value, false, true)
    if (answer._tag === "lost") return this.#recover(before)
    switch (answer.code) {
      case "session_already_succeeded":
      case "session_processing":
        this.#show({ _tag: "processing", elsewhere: true })
        return this.#poll(true)
      case "session_not_open":
        return this.#poll(false)
      default:
        // A challenge that is used or replaced: what became of it, the status knows.
        if (answer.status !== 422) return this.#show({ _tag: "bad_link" })
        if (first === null) return this.#poll(false)
        return this.#show({
          _tag: "form",
          notice: { _tag: first === "card" ? "bad_card" : "unavailable" }
        })
    }
  }

  /** Looks whether the session moved on elsewhere while the payer was about to pay here. */
  async look(): Promise<void> {
    if (this.view._tag !== "form") return
    const answer = await this.#options.api.status()
    if (this.view._tag !== "form" || answer._tag !== "answered") return
    const isLeft = this.#isChoosingAnew && answer.value.status === "requires_action"
    if (!isOpen(answer.value) && !isLeft) await this.#follow(answer.value, true)
  }

  /** Waits beside a payer who has something to do elsewhere; over once they see something else. */
  async #watch(): Promise<void> {
    const { view } = this
    for (let ms = 2000; !this.#options.signal.aborted; ms = slower(ms, slowestWatchMs)) {
      const answer = await this.#statusAfter(ms)
      if (this.view !== view) return
      if (answer._tag === "refused") return this.#show({ _tag: "bad_link" })
      if (answer._tag === "answered" && answer.value.status !== "requires_action") {
        return this.#follow(answer.value, false)
      }
    }
  }

  /** The answer to a confirm was lost: only the server knows whether it arrived. */
  async #recover(before: View): Promise<void> {
    const { view } = this
    // Declined may be what it was before: of this confirm that would tell nothing.
    const wasDeclined = before._tag === "form" && before.notice?._tag === "declined"
    const open = wasDeclined ? "declined" : "requires_payment"
    for (let unheard = 0, ms = 500; unheard < unheardAnswers; ms = slower(ms)) {
      const answer = await this.#statusAfter(ms)
      if (this.view !== view || this.#options.signal.aborted) return
      if (answer._tag === "refused") return this.#show({ _tag: "bad_link" })
      if (answer._tag === "lost") continue
      if (answer.value.status !== open) return this.#follow(answer.value, false)
      unheard++
    }
    this.#show({ _tag: "form", notice: { _tag: "not_arrived" } })
  }

  async #poll(elsewhere: boolean): Promise<void> {
    const { view } = this
    for (let ms = 700; !this.#options.signal.aborted; ms = slower(ms)) {
      const answer = await this.#statusAfter(ms)
      if (this.view !== view) return
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

  /** Shows how it stands; `isOwn` where this is the answer to what the payer just did here. */
  async #follow(result: CheckoutResult, elsewhere: boolean, isOwn = false): Promise<void> {
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
        const action = actionIn(result)
        if (action !== null) return this.#act(action, isOwn)
      }
    }
    this.#show({ _tag: "processing", elsewhere })
    return this.#poll(elsewhere)
  }

  /** The page is gone in a moment; where it isn't, the provider's is open somewhere else. */
  async #leave(action: ActionView & { readonly _tag: "awaited" }): Promise<void> {
    const leaving = { _tag: "leaving", url: action.url } as const
    this.#show(leaving)
    await this.#options.wait(this.#options.isFramed ? 0 : leaveWithinMs)
    if (this.view !== leaving) return
    this.#show(action)
    return this.#watch()
  }

  async #act(action: ActionView, isOwn: boolean): Promise<void> {
    if (action._tag === "awaited") {
      if (isOwn) return this.#leave(action)
      if (this.#isBack) {
        this.#isBack = false
        return this.#submit(() => this.#options.api.returned())
      }
    }
    this.#show(action)
    if (action._tag !== "challenge") return this.#watch()
  }

  #show(view: View): void {
    if (this.#options.signal.aborted) return
    this.view = view
    this.#options.show(view)
  }
}

type ActionView = Extract<View, { readonly _tag: "challenge" | "awaited" | "instructions" }>

const isWebAddress = (url: string): boolean => /^https?:\/\//.test(url)

const actionIn = ({ action }: CheckoutResult): ActionView | null => {
  const { type, session: id, url, text, reference, expires_at: expiresAt } = action ?? { type: "" }
  if (type === "three_ds_challenge" && id !== undefined && url !== undefined) {
    return { _tag: "challenge", id, url }
  }
  if (type === "redirect" && url !== undefined && isWebAddress(url)) return { _tag: "awaited", url }
  const isWhole = text !== undefined && reference !== undefined && expiresAt !== undefined
  return type === "instructions" && isWhole
    ? { _tag: "instructions", text, reference, expiresAt }
    : null
}

const isOpen = ({ status }: CheckoutResult): boolean =>
  status === "requires_payment" || status === "declined"

const slower = (ms: number, slowest = slowestPollMs): number => Math.min(ms * 1.4, slowest)
