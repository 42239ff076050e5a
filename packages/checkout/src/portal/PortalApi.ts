import type { Look } from "../look/paint.ts"
import { type Answer, send } from "../session/PayerApi.ts"
import type { Labels } from "../texts/relabelled.ts"
import type { IntervalUnit } from "../texts/Texts.ts"

/** A portal session, as its customer sees it (`GET /portal`). */
export interface Portal {
  readonly merchant: string
  readonly name: string | null
  readonly email: string | null
  readonly allow: ReadonlyArray<string>
  readonly look: Omit<Look, "theme"> & {
    readonly theme_mode: Look["theme"]
    readonly attribution: "shown" | "hidden"
    readonly css: string
    /** Texts that replace the page's own, by their keys. */
    readonly labels: Labels
    readonly labels_by_locale: Readonly<Record<string, Labels>>
  }
  /** Null for the language of the browser. */
  readonly locale: string | null
  readonly return_url: string | null
  readonly expires_at: string
}

/** A saved card or debit. */
export interface SavedInstrument {
  readonly id: string
  readonly card: {
    readonly brand: string
    readonly last4: string
    readonly exp_month: number
    readonly exp_year: number
  } | null
  readonly apm: {
    readonly type: string
    readonly last4: string | null
    readonly bank: string | null
  } | null
  readonly is_default: boolean
  /** The ids of the subscriptions that bill it. */
  readonly subscriptions: ReadonlyArray<string>
}

/** A subscription that has not ended. Its status and its actions may be unknown to this page. */
export interface LiveSubscription {
  readonly id: string
  readonly status: string
  readonly plan: string | null
  readonly amount: string
  readonly currency: string
  readonly interval: { readonly unit: IntervalUnit; readonly count: number }
  readonly payment_instrument: string
  readonly period_end: string
  readonly cancel_at_period_end: boolean
  readonly resumes_at: string | null
  readonly next_charge: { readonly at: string; readonly amount: string } | null
  readonly is_charging: boolean
  readonly overdue: {
    readonly amount: string
    readonly next_retry_at: string | null
    readonly needs_card: boolean
  } | null
  readonly actions: ReadonlyArray<string>
}

/** A payment with its refunds. */
export interface Receipt {
  readonly id: string
  readonly created: string
  readonly currency: string
  readonly amount: string
  readonly amount_refunded: string
  readonly description: string | null
  readonly items: ReadonlyArray<{
    readonly name: string
    readonly quantity: number
    readonly amount: string
  }>
  readonly period: { readonly start: string; readonly end: string } | null
  readonly method: {
    readonly type: string
    readonly brand: string | null
    readonly last4: string | null
  }
  readonly refunds: ReadonlyArray<{
    readonly id: string
    readonly amount: string
    readonly status: string
    readonly created: string
  }>
}

/** A page of a list. */
export interface Page<A> {
  readonly data: ReadonlyArray<A>
  readonly next_cursor: string | null
}

/** A checkout session in which the customer enters a card. */
export interface CardSession {
  readonly checkout_session: string
  readonly session_token: string
}

/** The address of the API, and the credentials of the portal session. */
export interface PortalApiOptions {
  readonly api: string
  readonly publishableKey: string
  readonly sessionToken: string
}

/** The operations of a customer's browser. None of them throws. */
export interface PortalApi {
  readonly read: () => Promise<Answer<Portal>>
  readonly instruments: (after: string | null) => Promise<Answer<Page<SavedInstrument>>>
  readonly subscriptions: (after: string | null) => Promise<Answer<Page<LiveSubscription>>>
  readonly receipts: (after: string | null) => Promise<Answer<Page<Receipt>>>
  readonly addCard: () => Promise<Answer<CardSession>>
  readonly payOverdue: (subscription: string) => Promise<Answer<CardSession>>
  readonly makeDefault: (instrument: string, moves: boolean) => Promise<Answer<unknown>>
  readonly remove: (instrument: string, moveTo: string | null) => Promise<Answer<unknown>>
  readonly cancel: (subscription: string, atPeriodEnd: boolean) => Promise<Answer<unknown>>
  readonly undoCancel: (subscription: string) => Promise<Answer<unknown>>
  readonly pause: (subscription: string) => Promise<Answer<unknown>>
  readonly resume: (subscription: string) => Promise<Answer<unknown>>
  readonly changeCard: (subscription: string, instrument: string) => Promise<Answer<unknown>>
}

/** Creates the customer's API over `fetch`. */
export const portalApi = (options: PortalApiOptions): PortalApi => {
  const get = <A>(path: string) => send<A>(options, path)
  const post = <A>(path: string, body: object = {}) => send<A>(options, path, body)
  const page =
    <A>(path: string) =>
    (after: string | null) =>
      get<Page<A>>(after === null ? path : `${path}?starting_after=${encodeURIComponent(after)}`)
  const cards = "/portal/payment_instruments"
  const subscriptions = "/portal/subscriptions"
  return {
    read: () => get("/portal"),
    instruments: page(cards),
    subscriptions: page(subscriptions),
    receipts: page("/portal/receipts"),
    addCard: () => post(cards),
    payOverdue: (id) => post(`${subscriptions}/${id}/pay_overdue`),
    makeDefault: (id, moves) => post(`${cards}/${id}/default`, { move_subscriptions: moves }),
    remove: (id, moveTo) =>
      post(`${cards}/${id}/remove`, moveTo === null ? {} : { move_to: moveTo }),
    cancel: (id, atPeriodEnd) =>
      post(`${subscriptions}/${id}/cancel`, { cancel_at_period_end: atPeriodEnd }),
    undoCancel: (id) => post(`${subscriptions}/${id}/undo_cancel`),
    pause: (id) => post(`${subscriptions}/${id}/pause`),
    resume: (id) => post(`${subscriptions}/${id}/resume`),
    changeCard: (id, instrument) =>
      post(`${subscriptions}/${id}/payment_instrument`, { payment_instrument: instrument })
  }
}
