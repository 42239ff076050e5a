import { bodyOf } from "../bodyOf.ts"
import type { CallOptions, SendingOptions } from "../ClientOptions.ts"
import type {
  DefaultPortalInstrument,
  MovePortalSubscription,
  PausePortalSubscription,
  Portal,
  PortalCheckout,
  PortalInstrument,
  PortalSubscription,
  Receipt,
  RemovePortalInstrument
} from "../generated/api.ts"
import { type Page, type Pages, pagesOf } from "../Pages.ts"
import { queryOf } from "../queryOf.ts"
import { payerSender } from "./payerSender.ts"

/** The options of a portal's client. */
export interface PortalClientOptions extends SendingOptions {
  /** The publishable key of the account, `pk_test_…` or `pk_live_…`. */
  readonly publishableKey: string
  /** The token of the portal session, from the answer that created it. */
  readonly sessionToken: string
}

/** The size of a page, and its place. */
export interface PortalPage {
  /** The items of a page: 1 to 100. */
  readonly limit?: number
  /** The `next_cursor` of the page before. */
  readonly starting_after?: string
}

/**
 * The operations of a customer in a portal session. A change that is repeated answers the present
 * state, so a change whose answer is lost is sent again.
 */
export interface PortalClient {
  /** Reads the merchant, the customer, the permissions and the look. */
  readonly retrieve: (options?: CallOptions) => Promise<Portal>
  /** Lists the saved cards and debits, newest first. */
  readonly listInstruments: (page?: PortalPage, options?: CallOptions) => Pages<PortalInstrument>
  /** Lists the subscriptions that have not ended, newest first. */
  readonly listSubscriptions: (
    page?: PortalPage,
    options?: CallOptions
  ) => Pages<PortalSubscription>
  /** Lists the payments that took money, with their refunds, newest first. */
  readonly listReceipts: (page?: PortalPage, options?: CallOptions) => Pages<Receipt>
  /** Reads the receipt of a payment by its id. */
  readonly receipt: (id: string, options?: CallOptions) => Promise<Receipt>
  /** Opens a checkout session in which the customer enters a card. Nothing is charged. */
  readonly addInstrument: (options?: CallOptions) => Promise<PortalCheckout>
  /** Makes a card the default. */
  readonly makeDefault: (
    id: string,
    input?: DefaultPortalInstrument,
    options?: CallOptions
  ) => Promise<PortalInstrument>
  /** Removes a card. A card that subscriptions bill needs `move_to`. */
  readonly removeInstrument: (
    id: string,
    input?: RemovePortalInstrument,
    options?: CallOptions
  ) => Promise<PortalInstrument>
  /** Ends a subscription with its period, or at once if `cancel_at_period_end` is false. */
  readonly cancel: (
    id: string,
    input?: { readonly cancel_at_period_end?: boolean },
    options?: CallOptions
  ) => Promise<PortalSubscription>
  /** Takes a planned cancellation back. */
  readonly undoCancel: (id: string, options?: CallOptions) => Promise<PortalSubscription>
  /** Charges nothing until the subscription is resumed. */
  readonly pause: (
    id: string,
    input?: PausePortalSubscription,
    options?: CallOptions
  ) => Promise<PortalSubscription>
  /** Resumes a paused subscription. */
  readonly resume: (id: string, options?: CallOptions) => Promise<PortalSubscription>
  /** Bills a subscription to another card. An overdue amount is charged to it at once. */
  readonly changeInstrument: (
    id: string,
    input: MovePortalSubscription,
    options?: CallOptions
  ) => Promise<PortalSubscription>
  /** Opens a checkout session that pays the oldest overdue cycle. */
  readonly payOverdue: (id: string, options?: CallOptions) => Promise<PortalCheckout>
}

const cards = "/portal/payment_instruments"
const subscriptions = "/portal/subscriptions"

/**
 * Returns a client of the customer portal, for a page of your own. The page's origin must be among
 * the account's return origins.
 *
 * Throws a `TypeError` that names an option that is wrong. Calls reject with a `PayloomError`.
 *
 * @example
 * const portal = createPortalClient({ baseUrl, publishableKey, sessionToken })
 * for await (const { id, actions } of portal.listSubscriptions()) {
 *   if (actions.includes("undo_cancel")) await portal.undoCancel(id)
 * }
 */
export const createPortalClient = (options: PortalClientOptions): PortalClient => {
  const sendTo = payerSender(options, "a portal session")
  const change = (path: string, call: CallOptions | undefined, input: object = {}) =>
    sendTo(path, call, { body: bodyOf(input), repeats: true, findOut })
  const list =
    <Item>(path: string) =>
    (page: PortalPage = {}, call?: CallOptions): Pages<Item> =>
      pagesOf((cursor) => {
        const query = { ...page, ...(cursor === null ? {} : { starting_after: cursor }) }
        return sendTo(path + queryOf(query), call) as Promise<Page<Item>>
      })
  const bare =
    <Answer>(folder: string, name: string) =>
    (id: string, call?: CallOptions) =>
      change(pathOf(folder, id, name), call) as Promise<Answer>
  const withInput =
    <Answer, Input extends object>(folder: string, name: string) =>
    (id: string, input?: Input, call?: CallOptions) =>
      change(pathOf(folder, id, name), call, input) as Promise<Answer>
  return {
    retrieve: (call) => sendTo("/portal", call) as Promise<Portal>,
    listInstruments: list(cards),
    listSubscriptions: list(subscriptions),
    listReceipts: list("/portal/receipts"),
    receipt: (id, call) => sendTo(pathOf("/portal/receipts", id), call) as Promise<Receipt>,
    addInstrument: (call) => change(cards, call) as Promise<PortalCheckout>,
    makeDefault: withInput(cards, "/default"),
    removeInstrument: withInput(cards, "/remove"),
    cancel: withInput(subscriptions, "/cancel"),
    undoCancel: bare(subscriptions, "/undo_cancel"),
    pause: withInput(subscriptions, "/pause"),
    resume: bare(subscriptions, "/resume"),
    changeInstrument: withInput(subscriptions, "/payment_instrument"),
    payOverdue: bare(subscriptions, "/pay_overdue")
  }
}

const findOut = "Read the list to find out, or repeat the call."

const pathOf = (folder: string, id: unknown, name = ""): string => {
  if (typeof id === "string" && id !== "") return `${folder}/${encodeURIComponent(id)}${name}`
  throw new TypeError("A call on a card, a subscription or a receipt needs its id.")
}
