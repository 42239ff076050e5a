import type {
  ChargeReference,
  HttpFailure,
  ModificationOutcome,
  PaymentProviderDefinition,
  ProviderCall
} from "@payloom/core"
import type Stripe from "stripe"
import { referenceKey } from "./chargeParams.ts"
import { stripeAmount } from "./stripeAmounts.ts"
import type { StripeClients } from "./stripeClients.ts"
import { asked, failureIn, objectionIn } from "./stripeErrors.ts"
import { hasExpired } from "./stripeIntents.ts"
import { withReference } from "./stripeLookups.ts"

/**
 * The keys of metadata under which a payment keeps our reference of what was done to it once, and
 * the status that it comes to by that.
 */
const captureKey = "payloom_capture"
const voidKey = "payloom_void"
const ends = { [captureKey]: "succeeded", [voidKey]: "canceled" }

/** Captures, voids and refunds. */
export const stripeModifications = (clients: StripeClients) =>
  ({
    capture: ({ charge, reference, amount, currency }) => {
      const order = {
        amount_to_capture: stripeAmount(amount, currency),
        metadata: { [captureKey]: reference }
      }
      const key = { idempotencyKey: reference }
      const { paymentIntents } = clients(charge.mid).api
      return ended(reference, paymentIntents.capture(charge.providerReference, order, key))
    },

    void: ({ charge, reference }, call) =>
      ended(reference, voided(clients(charge.mid).api, charge, reference, call)),

    refund: async ({ charge, reference, amount, currency }) => {
      const order = {
        payment_intent: charge.providerReference,
        amount: stripeAmount(amount, currency),
        metadata: { [referenceKey]: reference }
      }
      try {
        const { refunds } = clients(charge.mid).api
        return refundOutcome(await refunds.create(order, { idempotencyKey: reference }))
      } catch (thrown) {
        return objected(thrown)
      }
    },

    lookupModification: async ({ kind, reference, providerReference, charge }, call) => {
      const { paymentIntents, refunds } = clients(charge.mid).api
      const { providerReference: payment_intent } = charge
      if (kind !== "refund") {
        const payment = await asked(paymentIntents.retrieve(payment_intent))
        return endUnder(payment, reference)?.modification ?? { _tag: "Absent" }
      }
      const refund =
        providerReference === null
          ? await withReference(refunds.list({ payment_intent, limit: 100 }), reference, call)
          : await asked(refunds.retrieve(providerReference))
      return refund === null ? { _tag: "Absent" } : refundAs(refund)
    }
  }) satisfies Partial<PaymentProviderDefinition>

/** A cancel takes no metadata: our reference is written first, while there is something to void. */
const voided = async (
  { paymentIntents }: Stripe,
  { providerReference: id }: ChargeReference,
  reference: string,
  { isLate }: ProviderCall
) => {
  const payment = await paymentIntents.retrieve(id)
  if (payment.status !== "requires_capture") return payment
  await paymentIntents.update(id, { metadata: { [voidKey]: reference } })
  if (!isLate()) return paymentIntents.cancel(id, {}, { idempotencyKey: reference })
  const reason = "What Stripe was told before came too late."
  throw { _tag: "NotSent", reason } satisfies HttpFailure
}

const ended = async (
  reference: string,
  call: Promise<Stripe.PaymentIntent>
): Promise<ModificationOutcome> => {
  try {
    return endOf(await call, reference)
  } catch (thrown) {
    const { payment_intent: payment } = objectionIn(thrown) ?? {}
    const end = payment && endOf(payment, reference)
    return end === undefined || end._tag === "Failed" ? objected(thrown) : end
  }
}

/** What a payment as it stands says of a capture or void. */
const endOf = (payment: Stripe.PaymentIntent, reference: string): ModificationOutcome => {
  const end = endUnder(payment, reference)?.modification
  if (end !== undefined) return { _tag: "Succeeded", providerReference: end.providerReference }
  return payment.status === "canceled" && hasExpired(payment)
    ? { _tag: "HoldExpired" }
    : { _tag: "Failed", rawCode: "payment_intent_unexpected_state" }
}

const endUnder = (payment: Stripe.PaymentIntent, reference: string) =>
  endsIn(payment).find((end) => end.reference === reference)

/** The captures and voids that a payment has come to its end by, each under our reference. */
export const endsIn = ({ id, status, metadata }: Stripe.PaymentIntent) =>
  Object.entries(ends).flatMap(([key, end]) => {
    const reference = metadata[key]
    if (reference === undefined || status !== end) return []
    // Stripe has no name for either.
    const found = { state: "succeeded", providerReference: `${reference} of ${id}` } as const
    return [{ reference, modification: { _tag: "Found", ...found, rawCode: null } as const }]
  })

const holdIsOver: ReadonlyArray<string> = [
  "capture_charge_authorization_expired",
  "charge_expired_for_capture"
]

/**
 * What stands in the way of the account rather than of the payment, and may be gone tomorrow. What
 * Stripe has named once is never missing but by the key of another account.
 */
const ofTheAccount: ReadonlyArray<string> = (
  "account_invalid balance_insufficient capability_not_active insufficient_funds " +
  "livemode_mismatch lock_timeout platform_account_required rate_limit request_blocked " +
  "resource_missing testmode_charges_only"
).split(" ")

/** Why nothing was done. */
const objected = (thrown: unknown): ModificationOutcome => {
  const objection = objectionIn(thrown)
  if (objection === null) return failureIn(thrown)
  const { code = "invalid_request", message } = objection
  if (holdIsOver.includes(code)) return { _tag: "HoldExpired" }
  return ofTheAccount.includes(code)
    ? { _tag: "AccountUnavailable", reason: message, rawCode: code }
    : { _tag: "Failed", rawCode: code }
}

/** A refund that was just made. */
const refundOutcome = (refund: Stripe.Refund): ModificationOutcome => {
  const { state, rawCode, providerReference } = refundAs(refund)
  if (state === "succeeded") return { _tag: "Succeeded", providerReference }
  return state === "pending"
    ? { _tag: "Pending", providerReference }
    : { _tag: "Failed", rawCode: rawCode ?? state }
}

/** A refund as it stands. One whose money came back to the account had been paid out before. */
export const refundAs = (refund: Stripe.Refund) => {
  const { id: providerReference, status, failure_reason, failure_balance_transaction } = refund
  const isOver = status === "failed" || status === "canceled"
  const over = failure_balance_transaction === undefined ? "failed" : "reversed"
  const open = status === "succeeded" ? "succeeded" : "pending"
  const state = isOver ? over : open
  const rawCode = isOver ? (failure_reason ?? status) : null
  return { _tag: "Found", state, providerReference, rawCode } as const
}
