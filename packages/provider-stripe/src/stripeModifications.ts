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
 * The keys of metadata under which a payment keeps the engine's reference of its capture or void,
 * and the status that follows from each.
 */
const captureKey = "payloom_capture"
const voidKey = "payloom_void"
const ends = { [captureKey]: "succeeded", [voidKey]: "canceled" }

/** Returns the connector's captures, voids and refunds. */
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

/**
 * Voids a hold. A cancel takes no metadata, so the reference is written first, while there is still
 * a hold.
 */
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
  const reason = "The update before the void took too long."
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

/** Returns the outcome of a capture or void, from the payment's present state. */
const endOf = (payment: Stripe.PaymentIntent, reference: string): ModificationOutcome => {
  const end = endUnder(payment, reference)?.modification
  if (end !== undefined) return { _tag: "Succeeded", providerReference: end.providerReference }
  return payment.status === "canceled" && hasExpired(payment)
    ? { _tag: "HoldExpired" }
    : { _tag: "Failed", rawCode: "payment_intent_unexpected_state" }
}

const endUnder = (payment: Stripe.PaymentIntent, reference: string) =>
  endsIn(payment).find((end) => end.reference === reference)

/** Returns the capture or void that ended a payment, under the engine's reference. */
export const endsIn = ({ id, status, metadata }: Stripe.PaymentIntent) =>
  Object.entries(ends).flatMap(([key, end]) => {
    const reference = metadata[key]
    if (reference === undefined || status !== end) return []
    // Stripe has no id for a capture or a void.
    const found = { state: "succeeded", providerReference: `${reference} of ${id}` } as const
    return [{ reference, modification: { _tag: "Found", ...found, rawCode: null } as const }]
  })

const holdIsOver: ReadonlyArray<string> = [
  "capture_charge_authorization_expired",
  "charge_expired_for_capture"
]

/**
 * Refusals for which the account is at fault rather than the payment, and which may pass. A payment
 * that has an id is only missing if the key is another account's.
 */
const ofTheAccount: ReadonlyArray<string> = (
  "account_invalid balance_insufficient capability_not_active insufficient_funds " +
  "livemode_mismatch lock_timeout platform_account_required rate_limit request_blocked " +
  "resource_missing testmode_charges_only"
).split(" ")

/** Returns the outcome of a call that failed. */
const objected = (thrown: unknown): ModificationOutcome => {
  const objection = objectionIn(thrown)
  if (objection === null) return failureIn(thrown)
  const { code = "invalid_request", message } = objection
  if (holdIsOver.includes(code)) return { _tag: "HoldExpired" }
  return ofTheAccount.includes(code)
    ? { _tag: "AccountUnavailable", reason: message, rawCode: code }
    : { _tag: "Failed", rawCode: code }
}

/** Returns the outcome of a refund that was just created. */
const refundOutcome = (refund: Stripe.Refund): ModificationOutcome => {
  const { state, rawCode, providerReference } = refundAs(refund)
  if (state === "succeeded") return { _tag: "Succeeded", providerReference }
  return state === "pending"
    ? { _tag: "Pending", providerReference }
    : { _tag: "Failed", rawCode: rawCode ?? state }
}

/**
 * Returns a refund's present state. If its money came back to the account, it had been paid out
 * before.
 */
export const refundAs = (refund: Stripe.Refund) => {
  const { id: providerReference, status, failure_reason, failure_balance_transaction } = refund
  const isOver = status === "failed" || status === "canceled"
  const over = failure_balance_transaction === undefined ? "failed" : "reversed"
  const open = status === "succeeded" ? "succeeded" : "pending"
  const state = isOver ? over : open
  const rawCode = isOver ? (failure_reason ?? status) : null
  return { _tag: "Found", state, providerReference, rawCode } as const
}
