import type Stripe from "stripe"
import { failureIn, objectionIn } from "./stripeErrors.ts"
import { type Intent, isCheck } from "./stripeIntents.ts"

/** Whether a charge can't be paid any more from now on. */
export const isEnded = async (api: Stripe, id: string): Promise<boolean> => {
  try {
    const { status } = isCheck(id)
      ? await api.setupIntents.cancel(id)
      : await api.paymentIntents.cancel(id, { cancellation_reason: "abandoned" })
    return status === "canceled"
  } catch (thrown) {
    if (objectionIn(thrown) !== null) return false
    throw failureIn(thrown)
  }
}

/**
 * A charge as it stands, of which a decline is one for good: at Stripe a declined one is open, and
 * a payer who was asked has its secret. So it is ended first; null where it was paid meanwhile.
 */
export const declinedForGood = async (api: Stripe, intent: Intent): Promise<Intent | null> => {
  if (intent.state !== "declined" || intent.status === "canceled") return intent
  return (await isEnded(api, intent.id)) ? { ...intent, status: "canceled" } : null
}

/** Why nothing can be said of what was declined and then paid, until it is asked about again. */
export const paidMeanwhile = { reason: "It was declined, and has moved on since." } as const
