import type { CheckoutFlowOptions } from "./CheckoutFlowOptions.ts"
import { type Choice, choiceOf } from "./Choice.ts"
import type { Answer, CheckoutResult, PayerSession, Returned, Submission } from "./PayerApi.ts"
import { Performer } from "./Performer.ts"
import { type ActionView, actionIn, type ClientSideView, type View } from "./View.ts"

const slowestPollMs = 3000
const leaveWithinMs = 5000
/** The longest wait between polls while the payer acts outside of the page. */
const slowestWatchMs = 15_000
/** The number of times that the server must report no payment before the payer may pay again. */
const unheardAnswers = 3

/**
 * The flow of one payer through one session. It never submits by itself. After a reload or a lost
 * answer it reads the status, however long that takes.
 */
export class CheckoutFlow {
  session: PayerSession | null = null
  view: View = { _tag: "loading" }
  readonly #options: CheckoutFlowOptions
  #brought: Readonly<Record<string, string>> | null
  readonly #performer = new Performer()
  /** The method that the payer last paid with here. */
  #choice: Choice | null = null
  /** True if the payer left a pending action to choose another method. */
  #isChoosingAnew = false

  constructor(options: CheckoutFlowOptions) {
    this.#options = options
    this.#brought = options.brought ?? null
  }

  /** Reads the session and its status. Call it again if that failed. */
  async open(): Promise<void> {
    const { api } = this.#options
    this.#show({ _tag: "loading" })
    const [session, result] = await Promise.all([api.read(), api.status()])
    if (session._tag === "answered") {
      await this.#options.prepare?.(session.value)
      this.session = session.value
    }
    const problem = session._tag === "answered" ? result : session
    if (problem._tag === "lost") return this.#show({ _tag: "unreachable" })
    if (problem._tag === "refused") return this.#show({ _tag: "bad_link" })
    if (result._tag !== "answered") return
    const following = this.#follow(result.value, false)
    // A payer who comes to this window again was not just redirected.
    this.#brought = null
    await following
  }

  /** Pays, if the form is shown. */
  async pay(submission: Submission): Promise<void> {
    const { view } = this
    if (view._tag !== "form") return
    const sending = this.#shownAsSending(true)
    if (this.#options.isOffline?.() === true) {
      const answer = await this.#options.api.status()
      if (this.view !== sending) return
      if (answer._tag === "lost") return this.#show({ _tag: "form", notice: { _tag: "offline" } })
    }
    this.#choice = choiceOf(submission.payment)
    await this.#submit(view, sending, () => this.#options.api.confirm(submission))
  }

  /** Shows that the payer's method could not be prepared. */
  refuse(): void {
    if (this.view._tag !== "form") return
    this.#show({ _tag: "form", notice: { _tag: "unavailable" } })
  }

  /** Leaves a pending action for another payment method. */
  chooseAnew(): void {
    if (!["awaited", "instructions", "client_side"].includes(this.view._tag)) return
    this.#isChoosingAnew = true
    this.#show({ _tag: "form", notice: null })
  }

  /** Continues after the payer returns from the issuer's page, whatever they did there. */
  async returnFromChallenge(): Promise<void> {
    const { view } = this
    if (view._tag !== "challenge") return
    const sending = this.#shownAsSending(false)
    await this.#submit(view, sending, () => this.#options.api.returnFromChallenge(view.id))
  }

  /** Runs the provider's script that asks the payer, and submits its result. */
  async perform(): Promise<void> {
    const { view } = this
    const { perform, signal } = this.#options
    if (view._tag !== "client_side" || !view.isClosed || perform === undefined) return
    const open: ClientSideView = { ...view, isClosed: false }
    this.#show(open)
    void this.#watch()
    const result = await this.#performer.perform(open, perform, signal)
    if (this.view !== open) return
    if (result !== null) return this.#tellReturn(open, { result })
    this.#show({ ...open, isClosed: true })
    return this.#watch()
  }

  #tellReturn(before: View, brought: Returned | null): Promise<void> {
    const sending = this.#shownAsSending(false)
    return this.#submit(before, sending, () => this.#options.api.returned(brought))
  }

  #shownAsSending(inForm: boolean): View {
    const sending: View = { _tag: "processing", elsewhere: false, inForm, isCutOff: false }
    this.#show(sending)
    return sending
  }

  async #submit(
    before: View,
    sending: View,
    send: () => Promise<Answer<CheckoutResult>>
  ): Promise<void> {
    this.#isChoosingAnew = false
    const answer = await send()
    if (this.view !== sending) return
    if (answer._tag === "answered") {
      this.#remember(answer.value)
      return this.#follow(answer.value, false, true)
    }
    if (answer._tag === "lost") return this.#recover(before)
    switch (answer.code) {
      case "session_already_succeeded":
      case "session_processing": {
        // A payer who had an action has paid here. The provider's notification was faster.
        const elsewhere = before._tag === "form"
        this.#show({ _tag: "processing", elsewhere, inForm: false, isCutOff: false })
        return this.#poll(elsewhere)
      }
      case "session_not_open":
        return this.#poll(false)
      default:
        // A challenge was used or replaced. The status has its outcome.
        if (answer.status !== 422) return this.#show({ _tag: "bad_link" })
        if (before._tag !== "form") return this.#poll(false)
        return this.#show({
          _tag: "form",
          notice: { _tag: this.#choice?.method === "card" ? "bad_card" : "unavailable" }
        })
    }
  }

  /** Stores the chosen method, so that a reloaded page knows which method was declined. */
  #remember({ payment }: CheckoutResult): void {
    if (payment !== null && this.#choice !== null) {
      this.#options.memory?.keep(payment, this.#choice)
    }
  }

  /** Checks if the session changed in another window while the payer was about to pay here. */
  async look(): Promise<void> {
    if (this.view._tag !== "form") return
    const answer = await this.#options.api.status()
    if (this.view._tag !== "form" || answer._tag !== "answered") return
    const isLeft = this.#isChoosingAnew && answer.value.status === "requires_action"
    if (!isOpen(answer.value) && !isLeft) await this.#follow(answer.value, true)
  }

  /** Polls while the payer acts outside of the page. It stops once the view changes. */
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

  /** Polls after a confirm's answer was lost. Only the server knows if the confirm arrived. */
  async #recover(before: View): Promise<void> {
    let { view } = this
    // A status "declined" may be from before this confirm, and then says nothing about it.
    const wasDeclined = before._tag === "form" && before.notice?._tag === "declined"
    const open = wasDeclined ? "declined" : "requires_payment"
    for (let unheard = 0, lost = 1, ms = 500; unheard < unheardAnswers; ms = slower(ms)) {
      const answer = await this.#statusAfter(ms)
      if (this.view !== view || this.#options.signal.aborted) return
      if (answer._tag === "refused") return this.#show({ _tag: "bad_link" })
      lost = answer._tag === "lost" ? lost + 1 : 0
      view = this.#cutOffAfter(lost)
      if (answer._tag === "lost") continue
      if (answer.value.status !== open) {
        this.#remember(answer.value)
        return this.#follow(answer.value, false)
      }
      unheard++
    }
    this.#show({ _tag: "form", notice: { _tag: "not_arrived" } })
  }

  async #poll(elsewhere: boolean): Promise<void> {
    let { view } = this
    for (let lost = 0, ms = 700; !this.#options.signal.aborted; ms = slower(ms)) {
      const answer = await this.#statusAfter(ms)
      if (this.view !== view || this.#options.signal.aborted) return
      if (answer._tag === "refused") return this.#show({ _tag: "bad_link" })
      lost = answer._tag === "lost" ? lost + 1 : 0
      view = this.#cutOffAfter(lost)
      if (answer._tag === "answered" && answer.value.status !== "processing") {
        return this.#follow(answer.value, elsewhere)
      }
    }
  }

  /** Shows a waiting payer that the server doesn't answer, and that it answers again. */
  #cutOffAfter(lost: number): View {
    const { view } = this
    const isCutOff = lost > 1 || (lost > 0 && this.#options.isOffline?.() === true)
    if (view._tag === "processing" && view.isCutOff !== isCutOff) this.#show({ ...view, isCutOff })
    return this.view
  }

  async #statusAfter(ms: number): Promise<Answer<CheckoutResult>> {
    await this.#options.wait(ms)
    return this.#options.signal.aborted ? { _tag: "lost" } : this.#options.api.status()
  }

  /** Shows a result. `isOwn` is true if it answers the payer's own action. */
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
          notice:
            decline === null ? null : { _tag: "declined", decline, by: this.#triedBy(payment) }
        })
      case "requires_action": {
        const action = actionIn(result)
        if (action !== null) return this.#act(action, isOwn)
      }
    }
    const inForm = this.view._tag === "processing" && this.view.inForm
    this.#show({ _tag: "processing", elsewhere, inForm, isCutOff: false })
    return this.#poll(elsewhere)
  }

  #triedBy(payment: string | null): Choice | null {
    return payment === null ? this.#choice : (this.#options.memory?.recall(payment) ?? this.#choice)
  }

  /** Waits until the page is left. If it isn't, the provider's page is open in another window. */
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
      if (this.#brought !== null) {
        const query = this.#brought
        this.#brought = null
        return this.#tellReturn(this.view, Object.keys(query).length === 0 ? null : { query })
      }
    }
    this.#show(action)
    // The same action again must not run its script again, or it would ask for ever.
    if (action._tag === "client_side" && this.#performer.isNew(action)) return this.perform()
    if (action._tag !== "challenge") return this.#watch()
  }

  #show(view: View): void {
    if (this.#options.signal.aborted) return
    this.#performer.stop()
    this.view = view
    this.#options.show(view)
  }
}

const isOpen = ({ status }: CheckoutResult): boolean =>
  status === "requires_payment" || status === "declined"

const slower = (ms: number, slowest = slowestPollMs): number => Math.min(ms * 1.4, slowest)
