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

/** Checkout sessions for merchants, and their look. */
export interface Checkout<F extends CallStyle> {
  /**
   * Creates a checkout session in which a payer pays. The amount is in minor units. A session
   * without an amount only saves a card. Only this answer has the session's token and the address
   * of the hosted page. A replay of the answer comes without them.
   *
   * Refused with
   * - `InvalidInput`, such as for an address outside of the account's return origins,
   * - `ResourceNotFound` if the customer or template does not exist,
   * - `CustomerErased`,
   * - the idempotency errors of every mutation.
   */
  readonly create: OnBehalf<F, typeof createCheckoutSession>
  /**
   * Returns a page of sessions, newest first. The default limit is 25.
   *
   * Refused with `InvalidInput`, such as for a cursor of another list.
   */
  readonly list: OnBehalf<F, typeof listCheckoutSessions>
  /**
   * Iterates over all sessions that match a query, newest first. Pages of `limit` sessions are read
   * as needed. Each page may be refused like `list`.
   */
  readonly iterate: Walk<
    F,
    [caller: Caller, query?: IterateCheckoutSessions],
    typeof listCheckoutSessions
  >
  /**
   * Returns a session by its id, with the id of its payment if it has one.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly retrieve: OnBehalf<F, typeof retrieveCheckoutSession>
  /**
   * Cancels a session that the payer has not paid. A canceled session stays canceled. Library only.
   *
   * Refused with `SessionProcessing`, `SessionAlreadySucceeded` or `SessionNotOpen` if the session
   * can no longer be canceled, and with `ResourceNotFound`.
   */
  readonly cancel: OnBehalf<F, typeof cancelCheckoutSession>
  /**
   * Returns the look of a session's page by the session's id, for a server that renders the first
   * frame of the page. An id is not a secret, so the answer reveals nothing about the payment or
   * the payer. Returns the default look if the session does not exist. Library only.
   */
  readonly look: OnBehalf<F, typeof sessionAppearance>
}

/** The operations of a payer's browser in its session. */
export interface Payer<F extends CallStyle> {
  /**
   * Returns the session for the payer's browser. The first read opens the session.
   *
   * Refused with `ApiKeyInvalid` and `SessionTokenInvalid`.
   */
  readonly read: OfPayer<F, typeof readSession>
  /**
   * Pays the session. The session is charged at most once, even if several requests confirm it. A
   * decline is an answer, not an error. The answer may ask for an action of the payer: a challenge,
   * which a second confirm names, or a redirect, which `returned` ends. The IP address and other
   * facts of the payer's request are passed on to providers that need them.
   *
   * Refused with
   * - `InvalidInput` for details that don't fit the session,
   * - `SessionProcessing`, `SessionAlreadySucceeded` or `SessionNotOpen` if the session can no
   *   longer be paid,
   * - `ApiKeyInvalid`, `SessionTokenInvalid`, `ResourceNotFound` and `VaultUnavailable`.
   */
  readonly confirm: OfPayer<F, typeof confirmSession>
  /**
   * Returns the result of the payer's confirm.
   *
   * Refused with `ApiKeyInvalid` and `SessionTokenInvalid`.
   */
  readonly status: OfPayer<F, typeof sessionStatus>
}

/** The payer's operations for a server, which has to know the session's scope. */
export interface PayerDesk<F extends CallStyle> extends Payer<F> {
  /**
   * Returns the scope of a payer's credentials, and the web origins whose pages may use the
   * credentials: the origins of the account and of the hosted page.
   *
   * Refused with `ApiKeyInvalid` and `SessionTokenInvalid`.
   */
  readonly identify: OfPayer<F, typeof identifyPayer>
}
