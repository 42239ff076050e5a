import type { confirmSession } from "../../checkout/confirm/confirmSession.ts"
import type { identifyPayer } from "../../checkout/payer/payerOrigins.ts"
import type { readSession } from "../../checkout/payer/readSession.ts"
import type { sessionStatus } from "../../checkout/payer/sessionStatus.ts"
import type { createCheckoutSession } from "../../checkout/sessions/createCheckoutSession.ts"
import type { cancelCheckoutSession } from "../../checkout/sessions/endSession.ts"
import type {
  IterateCheckoutSessions,
  listCheckoutSessions
} from "../../checkout/sessions/listCheckoutSessions.ts"
import type { retrieveCheckoutSession } from "../../checkout/sessions/retrieveCheckoutSession.ts"
import type { sessionAppearance } from "../../checkout/sessions/sessionAppearance.ts"
import type { Caller } from "../../platform/tenants/Caller.ts"
import type { CallStyle, OfPayer, OnBehalf, Walk } from "./CallStyle.ts"

/** Checkout sessions as merchants see them: operations 9 to 11 of the spec, and how they look. */
export interface Checkout<F extends CallStyle> {
  /**
   * Operation 9 (spec 4.4): makes the session that a payer pays in. The amount is in minor units;
   * without one the session only saves a card. Its token, and the address of the hosted page, are
   * in this answer and never again: a replay comes without them.
   *
   * Refused with `InvalidInput`, such as for an address outside of the account's return origins;
   * `ResourceNotFound` for a customer or template that there is none; and like every mutation for
   * its idempotency key.
   */
  readonly create: OnBehalf<F, typeof createCheckoutSession>
  /**
   * Operation 10 (spec 4.4): a page of sessions, newest first, 25 of them unless told.
   *
   * Refused with `InvalidInput`, such as for a cursor of another list.
   */
  readonly list: OnBehalf<F, typeof listCheckoutSessions>
  /**
   * All sessions that a query finds, newest first. A page is asked for when it is needed, `limit`
   * at a time. Refused as `list` is, at the page that is.
   */
  readonly iterate: Walk<
    F,
    [caller: Caller, query?: IterateCheckoutSessions],
    typeof listCheckoutSessions
  >
  /**
   * Operation 11 (spec 4.4): a session as it stands, by its id, and once there is one its payment.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly retrieve: OnBehalf<F, typeof retrieveCheckoutSession>
  /**
   * Ends a session that the payer has not paid. One that is canceled stays so. Library call.
   *
   * Refused with `SessionProcessing`, `SessionAlreadySucceeded` or `SessionNotOpen` where it is
   * past being ended, and `ResourceNotFound`.
   */
  readonly cancel: OnBehalf<F, typeof cancelCheckoutSession>
  /**
   * How the page of a session looks, by the session's id: for a server that paints the page's first
   * frame. An id is no secret, so this tells nothing of what is paid and by whom. Where there is no
   * such session it is the usual look. Library call.
   */
  readonly look: OnBehalf<F, typeof sessionAppearance>
}

/** What a payer's browser may do in its session: operations 36 to 38 of the spec. */
export interface Payer<F extends CallStyle> {
  /**
   * Operation 36 (spec 4.10): what the payer's browser is to show. The first look opens the
   * session.
   *
   * Refused with `ApiKeyInvalid` and `SessionTokenInvalid`.
   */
  readonly read: OfPayer<F, typeof readSession>
  /**
   * Operation 37 (spec 4.10): the payer pays. However often and wherever it is sent, the session is
   * charged at most once. A decline is an answer, and so is what the payer has to do first: a
   * challenge, which a second confirm names, or a way through a provider, which `returned` ends.
   * What the server saw of the payer's request is passed on to providers that ask for it.
   *
   * Refused with `InvalidInput` for details that don't fit the session; `SessionProcessing`,
   * `SessionAlreadySucceeded` or `SessionNotOpen` where it is past being paid; `ApiKeyInvalid`,
   * `SessionTokenInvalid`, `ResourceNotFound` and `VaultUnavailable`.
   */
  readonly confirm: OfPayer<F, typeof confirmSession>
  /**
   * Operation 38 (spec 4.10): what became of the payer's confirm.
   *
   * Refused with `ApiKeyInvalid` and `SessionTokenInvalid`.
   */
  readonly status: OfPayer<F, typeof sessionStatus>
}

/** The same for whoever serves payers, who has to know whose session it is. */
export interface PayerDesk<F extends CallStyle> extends Payer<F> {
  /**
   * Whose session a payer's credentials are good for, and the web origins whose pages may speak for
   * the payer: the account's own and the hosted page's.
   *
   * Refused with `ApiKeyInvalid` and `SessionTokenInvalid`.
   */
  readonly identify: OfPayer<F, typeof identifyPayer>
}
