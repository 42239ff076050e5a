import { type CheckoutSession, isEngineError } from "@payloom/core"
import type { BillingMerchant } from "../BillingEngine.ts"
import { BILLING_ERROR_CODES, refusal } from "../errors.ts"

/** The key of the note in a session's metadata by which the plugin knows its own sessions. */
export const checkoutNote = "better_auth"

/** The session to open. */
interface Opening {
  readonly merchant: BillingMerchant
  readonly customer: string
  /** Creates the session. */
  readonly create: () => Promise<CheckoutSession>
  /** Throws if the customer may not pay this session, such as for a second subscription. */
  readonly check: () => Promise<void>
}

/**
 * Opens a session and cancels the customer's older ones, so that a customer with several tabs pays
 * once. Of two calls that race, the one with the older session is refused. Sessions of other code
 * stay as they are.
 *
 * The order matters. The new session exists before the list is read, so one of two calls sees the
 * session of the other. The check follows the list, so a session that was paid meanwhile is either
 * in the list or seen by the check.
 */
export const openOnlyCheckout = async (opening: Opening): Promise<CheckoutSession> => {
  const { merchant, customer, create, check } = opening
  await check()
  const session = await create()
  try {
    for (const other of await openSessions(merchant, customer)) {
      if (other.id > session.id) {
        throw refusal("CONFLICT", BILLING_ERROR_CODES.CHECKOUT_REPLACED)
      }
      if (other.id < session.id) await cancelUnpaid(merchant, other.id)
    }
    await check()
  } catch (error) {
    await merchant.checkout.cancel(session.id)
    throw error
  }
  return session
}

/** Cancels the open sessions of a customer. Refused if a payment of one is in progress. */
export const closeCheckouts = async (
  merchant: BillingMerchant,
  customer: string
): Promise<void> => {
  for (const { id } of await openSessions(merchant, customer)) await cancelUnpaid(merchant, id)
}

/** Returns the open sessions that the plugin created for a customer. */
const openSessions = async (
  merchant: BillingMerchant,
  customer: string
): Promise<ReadonlyArray<CheckoutSession>> => {
  const sessions: Array<CheckoutSession> = []
  const open = merchant.checkout.iterate({
    customer,
    status: ["created", "active", "processing"],
    limit: 100
  })
  for await (const session of open) {
    if (session.metadata[checkoutNote] !== undefined) sessions.push(session)
  }
  return sessions
}

/** Cancels a session. Refused if its payment is in progress. A session that has ended stays. */
export const cancelUnpaid = async (merchant: BillingMerchant, id: string): Promise<void> => {
  try {
    await merchant.checkout.cancel(id)
  } catch (error) {
    if (!isEngineError(error)) throw error
    if (error._tag === "SessionProcessing") {
      throw refusal("CONFLICT", BILLING_ERROR_CODES.PAYMENT_IN_PROGRESS)
    }
    if (error._tag !== "SessionAlreadySucceeded" && error._tag !== "SessionNotOpen") throw error
  }
}
