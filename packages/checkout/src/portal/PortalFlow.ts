import type { Answer } from "../session/PayerApi.ts"
import type {
  CardSession,
  LiveSubscription,
  Page,
  Portal,
  PortalApi,
  Receipt,
  SavedInstrument
} from "./PortalApi.ts"

/** A list as far as it was read. */
interface Listed<A> {
  readonly items: ReadonlyArray<A>
  /** The cursor of the next page. Null if there is none. */
  readonly next: string | null
}

/** The lists of the page, by name. */
interface PortalLists {
  readonly subscriptions: Listed<LiveSubscription>
  readonly instruments: Listed<SavedInstrument>
  readonly receipts: Listed<Receipt>
}

/** The result of the customer's last change. */
export type Outcome = "saved" | "refused" | "lost"

/** Everything that the page shows. */
export interface PortalState {
  /** It is `open` once the lists are read. Before, the page can't say that they are empty. */
  readonly stage: "loading" | "unreachable" | "over" | "open"
  readonly portal: Portal | null
  readonly lists: PortalLists
  /** True while a change is sent. No other one is sent meanwhile. */
  readonly isBusy: boolean
  readonly outcome: Outcome | null
}

/** The dependencies of a flow. */
export interface PortalFlowOptions {
  readonly api: PortalApi
  readonly show: (state: PortalState) => void
  /** Resolves when the page is ready for the portal, such as in its language. */
  readonly prepare?: (portal: Portal) => Promise<void>
  readonly signal: AbortSignal
}

const nothing = { items: [], next: null }

/** The state before anything was read. */
export const emptyPortal: PortalState = {
  stage: "loading",
  portal: null,
  lists: { subscriptions: nothing, instruments: nothing, receipts: nothing },
  isBusy: false,
  outcome: null
}

/** The pages of a list that are read without being asked for. */
const mostPages = 5

/**
 * The flow of one customer through the portal. After every change it reads the lists again, so the
 * page shows the server's state and never a guess.
 */
export class PortalFlow {
  state: PortalState = emptyPortal
  readonly #options: PortalFlowOptions
  /** Counts the refreshes, so that an earlier one never overwrites a later one. */
  #refreshes = 0

  constructor(options: PortalFlowOptions) {
    this.#options = options
  }

  /** Reads the portal and its lists. Call it again if that failed. */
  async open(): Promise<void> {
    const { api, prepare } = this.#options
    this.#show({ ...this.state, stage: "loading" })
    const answer = await api.read()
    if (answer._tag !== "answered") return this.#stop(answer)
    await prepare?.(answer.value)
    this.#show({ ...this.state, portal: answer.value })
    await this.refresh()
  }

  /** Reads the lists again, such as when the customer comes back to this window. */
  async refresh(): Promise<void> {
    const { api } = this.#options
    const { portal } = this.state
    if (portal === null) return
    this.#refreshes += 1
    const own = this.#refreshes
    const [subscriptions, instruments, receipts] = await Promise.all([
      allOf(api.subscriptions),
      allOf(api.instruments),
      portal.allow.includes("receipts") ? firstOf(api.receipts) : answered(nothing)
    ])
    if (own !== this.#refreshes) return
    for (const answer of [subscriptions, instruments, receipts]) {
      if (answer._tag !== "answered") return this.#stop(answer)
    }
    this.#show({
      ...this.state,
      stage: "open",
      lists: {
        subscriptions: valueOf(subscriptions, this.state.lists.subscriptions),
        instruments: valueOf(instruments, this.state.lists.instruments),
        receipts: valueOf(receipts, this.state.lists.receipts)
      }
    })
  }

  /** Reads the next page of the receipts. */
  async moreReceipts(): Promise<void> {
    const { items, next } = this.state.lists.receipts
    if (next === null || this.state.isBusy) return
    this.#show({ ...this.state, isBusy: true })
    const answer = await this.#options.api.receipts(next)
    this.#show({ ...this.state, isBusy: false })
    if (answer._tag !== "answered") return this.#stop(answer)
    const { data, next_cursor } = answer.value
    const receipts = { items: [...items, ...data], next: next_cursor }
    this.#show({ ...this.state, lists: { ...this.state.lists, receipts } })
  }

  /**
   * Sends a change, unless another one is being sent, and shows the state after it. Returns the
   * result, or null if nothing was sent.
   */
  async change(send: (api: PortalApi) => Promise<Answer<unknown>>): Promise<Outcome | null> {
    if (this.state.isBusy) return null
    this.#show({ ...this.state, isBusy: true, outcome: null })
    const answer = await send(this.#options.api)
    if (isOver(answer)) {
      this.#stop(answer)
      return "refused"
    }
    await this.refresh()
    const outcome = answer._tag === "answered" ? "saved" : answer._tag
    this.#show({ ...this.state, isBusy: false, outcome })
    return outcome
  }

  /** Opens a checkout session. Returns null if that failed, and shows why. */
  async enterCard(
    begin: (api: PortalApi) => Promise<Answer<CardSession>>
  ): Promise<CardSession | null> {
    if (this.state.isBusy) return null
    this.#show({ ...this.state, isBusy: true, outcome: null })
    const answer = await begin(this.#options.api)
    this.#show({ ...this.state, isBusy: false })
    if (answer._tag === "answered") return answer.value
    if (isOver(answer)) {
      this.#stop(answer)
      return null
    }
    await this.refresh()
    this.#show({ ...this.state, outcome: answer._tag })
    return null
  }

  /** Ends the page, because the session's time is over. */
  end(): void {
    this.#show({ ...this.state, stage: "over", isBusy: false })
  }

  #stop(answer: Answer<unknown>): void {
    const isOpen = this.state.stage === "open"
    // The lists that were read before stay, because they are better than an empty page.
    if (isOver(answer) || (answer._tag === "refused" && !isOpen)) this.end()
    else if (!isOpen) this.#show({ ...this.state, stage: "unreachable", isBusy: false })
  }

  #show(state: PortalState): void {
    if (this.#options.signal.aborted) return
    this.state = state
    this.#options.show(state)
  }
}

/** Returns true if the session has ended, or was never one. */
const isOver = (answer: Answer<unknown>): boolean =>
  answer._tag === "refused" && answer.status === 401

const valueOf = <A>(answer: Answer<A>, before: A): A =>
  answer._tag === "answered" ? answer.value : before

const answered = <A>(value: A): Answer<A> => ({ _tag: "answered", value })

type ReadPage<A> = (after: string | null) => Promise<Answer<Page<A>>>

const firstOf = async <A>(read: ReadPage<A>): Promise<Answer<Listed<A>>> => {
  const answer = await read(null)
  return answer._tag === "answered"
    ? answered({ items: answer.value.data, next: answer.value.next_cursor })
    : answer
}

/** Reads all pages of a list that usually has one. A customer needs all their cards to choose. */
const allOf = async <A>(read: ReadPage<A>): Promise<Answer<Listed<A>>> => {
  let items: ReadonlyArray<A> = []
  let next: string | null = null
  for (let pages = 0; pages < mostPages; pages++) {
    const answer = await read(next)
    if (answer._tag !== "answered") return answer
    items = [...items, ...answer.value.data]
    next = answer.value.next_cursor
    if (next === null) break
  }
  return answered({ items, next })
}
