import type { createPortalSession } from "../../portal/sessions/createPortalSession.ts"
import type { identifyCustomer } from "../../portal/sessions/openVisit.ts"
import type {
  portalAppearance,
  retrievePortalSession,
  revokePortalSession
} from "../../portal/sessions/retrievePortalSession.ts"
import type {
  defaultPortalInstrument,
  removePortalInstrument
} from "../../portal/visit/changeInstruments.ts"
import type {
  cancelPortalSubscription,
  movePortalSubscription,
  pausePortalSubscription,
  resumePortalSubscription,
  undoPortalCancellation
} from "../../portal/visit/changeSubscription.ts"
import type { listPortalInstruments } from "../../portal/visit/instruments.ts"
import type { readPortal } from "../../portal/visit/Portal.ts"
import type { addPortalInstrument, payPortalOverdue } from "../../portal/visit/PortalCheckout.ts"
import type { listReceipts, retrieveReceipt } from "../../portal/visit/receipts.ts"
import type { listPortalSubscriptions } from "../../portal/visit/subscriptions.ts"
import type { CallStyle, OfPayer, OnBehalf } from "./CallStyle.ts"

/** Sessions of the customer portal, for merchants. */
export interface PortalSessions<F extends CallStyle> {
  /**
   * Creates a portal session for a customer, in which the customer manages cards, subscriptions and
   * receipts. It lasts an hour by default. Only this answer has the session's token and the address
   * of the hosted page. A replay of the answer comes without them.
   *
   * Refused with
   * - `InvalidInput`, such as for an address outside of the account's return origins,
   * - `ResourceNotFound` if the customer or template does not exist,
   * - `CustomerErased`,
   * - the idempotency errors of every mutation.
   */
  readonly create: OnBehalf<F, typeof createPortalSession>
  /**
   * Returns a portal session by its id, without its token.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly retrieve: OnBehalf<F, typeof retrievePortalSession>
  /**
   * Ends a portal session at once. A second call changes nothing, so no idempotency key is needed.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly revoke: OnBehalf<F, typeof revokePortalSession>
  /**
   * Returns the look of a portal by the session's id, for a server that renders the first frame of
   * the page. Returns the default look if the session does not exist. Library only.
   */
  readonly look: OnBehalf<F, typeof portalAppearance>
}

/**
 * The operations of a customer's browser in a portal session. All are refused with `ApiKeyInvalid`
 * and `SessionTokenInvalid`, and a change with `PortalActionNotAllowed` if the session lacks the
 * permission. A resource of another customer is refused with `ResourceNotFound`. Each change is
 * safe to repeat, and is recorded in the audit log with the customer as its actor.
 */
export interface CustomerPortal<F extends CallStyle> {
  /** Returns the merchant, the customer, the permissions and the look. */
  readonly read: OfPayer<F, typeof readPortal>
  /** Returns a page of the customer's saved cards and debits, newest first. */
  readonly listInstruments: OfPayer<F, typeof listPortalInstruments>
  /**
   * Opens a checkout session in which the customer enters a new card. Nothing is charged, and the
   * card is saved when the session succeeds.
   */
  readonly addInstrument: OfPayer<F, typeof addPortalInstrument>
  /**
   * Removes a card. `moveTo` names the card that its subscriptions move to.
   *
   * Refused with `InstrumentInUse` if subscriptions bill the card and there is no `moveTo`.
   */
  readonly removeInstrument: OfPayer<F, typeof removePortalInstrument>
  /** Makes a card the default, and moves all subscriptions to it if asked to. */
  readonly makeDefault: OfPayer<F, typeof defaultPortalInstrument>
  /** Returns a page of the customer's subscriptions that have not ended, newest first. */
  readonly listSubscriptions: OfPayer<F, typeof listPortalSubscriptions>
  /**
   * Cancels a subscription at the end of its period, or at once. Past charges are not refunded.
   *
   * Refused with `SubscriptionEnded` if it ended for another reason.
   */
  readonly cancel: OfPayer<F, typeof cancelPortalSubscription>
  /** Takes a planned cancellation back. */
  readonly undoCancel: OfPayer<F, typeof undoPortalCancellation>
  /**
   * Pauses a subscription. Nothing is charged until it is resumed.
   *
   * Refused with `SubscriptionNotPausable` if an amount is overdue or it has not begun.
   */
  readonly pause: OfPayer<F, typeof pausePortalSubscription>
  /**
   * Ends a pause. The schedule has moved by the length of the pause.
   *
   * Refused with `SubscriptionUnpaid` if it was paused after the last retry of an unpaid cycle.
   */
  readonly resume: OfPayer<F, typeof resumePortalSubscription>
  /** Bills a subscription to another card. An overdue amount is charged to it at once. */
  readonly changeInstrument: OfPayer<F, typeof movePortalSubscription>
  /**
   * Opens a checkout session that pays the oldest overdue cycle of a subscription.
   *
   * Refused with `SubscriptionNotPastDue`.
   */
  readonly payOverdue: OfPayer<F, typeof payPortalOverdue>
  /** Returns a page of receipts: the payments that took money, with their refunds, newest first. */
  readonly listReceipts: OfPayer<F, typeof listReceipts>
  /** Returns the receipt of one payment. */
  readonly receipt: OfPayer<F, typeof retrieveReceipt>
}

/** The customer's operations for a server, which has to know the session's scope. */
export interface PortalDesk<F extends CallStyle> extends CustomerPortal<F> {
  /**
   * Returns the scope of a customer's credentials, and the web origins whose pages may use them:
   * the origins of the account and of the hosted page.
   */
  readonly identify: OfPayer<F, typeof identifyCustomer>
}
