import type {
  ChargeReference,
  HttpFailure,
  ModificationLookup,
  ModificationOutcome,
  ModificationQuery,
  PaymentProviderDefinition,
  ProviderCall
} from "@payloom/core"
import type Stripe from "stripe"
import { referenceKey } from "./chargeParams.ts"
import { stripeAmount } from "./stripeAmounts.ts"
import type { StripeClients } from "./stripeClients.ts"
import { asked, failureIn, objectionIn } from "./stripeErrors.ts"
import { withReference } from "./stripeLookups.ts"

/** What is done to a payment once, and the status that it comes to by it. */
const ends = { capture: "succeeded", void: "canceled" } as const
type End = keyof typeof ends

/** The key of metadata under which an intent keeps our reference of what was done to it. */
const keyOf = (kind: End): string => `payloom_${kind}`

type Modifications = "capture" | "void" | "refund" | "lookupModification"

/** Captures, voids and refunds. */
export const stripeModifications = (
  clients: StripeClients
): Pick<PaymentProviderDefinition, Modifications> => ({
  capture: ({ charge, reference, amount, currency }) => {
    const order = {
      amount_to_capture: stripeAmount(amount, currency),
      metadata: { [keyOf("capture")]: reference }
    }
    const key = { idempotencyKey: reference }
    const { paymentIntents } = clients(charge.mid).api
    return ended("capture", reference, paymentIntents.capture(charge.providerReference, order, key))
  },

  void: ({ charge, reference }, call) =>
    ended("void", reference, voided(clients(charge.mid).api, charge, reference, call)),

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

  lookupModification: async (query, call) => {
    const { api } = clients(query.charge.mid)
    return query.kind === "refund" ? foundRefund(query, api, call) : foundEnd(query, api)
  }
})

/** A cancel takes no metadata: our reference is written first, while there is something to void. */
const voided = async (
  { paymentIntents }: Stripe,
  { providerReference: id }: ChargeReference,
  reference: string,
  { isLate }: ProviderCall
) => {
  const payment = await paymentIntents.retrieve(id)
  if (payment.status !== "requires_capture") return payment
  await paymentIntents.update(id, { metadata: { [keyOf("void")]: reference } })
  if (!isLate()) return paymentIntents.cancel(id, {}, { idempotencyKey: reference })
  const reason = "What Stripe was told before came too late."
  throw { _tag: "NotSent", reason } satisfies HttpFailure
}

const ended = async (
  kind: End,
  reference: string,
  call: Promise<Stripe.PaymentIntent>
): Promise<ModificationOutcome> => {
  try {
    return endOf(kind, await call, reference)
  } catch (thrown) {
    const { payment_intent: payment } = objectionIn(thrown) ?? {}
    const end = payment === undefined ? null : endOf(kind, payment, reference)
    return end === null || end._tag === "Failed" ? objected(thrown) : end
  }
}

/** What a payment as it stands says of a capture or void. */
const endOf = (
  kind: End,
  payment: Stripe.PaymentIntent,
  reference: string
): ModificationOutcome => {
  const end = endsIn(payment).find((each) => each.kind === kind && each.reference === reference)
  if (end !== undefined) {
    return { _tag: "Succeeded", providerReference: end.modification.providerReference }
  }
  return payment.status === "canceled" && payment.cancellation_reason === "automatic"
    ? { _tag: "HoldExpired" }
    : { _tag: "Failed", rawCode: "payment_intent_unexpected_state" }
}

/** The capture or void that a payment has come to its end by, under our reference. */
export const endsIn = (payment: Stripe.PaymentIntent) =>
  (["capture", "void"] as const).flatMap((kind) => {
    const reference = payment.metadata[keyOf(kind)]
    if (reference === undefined || payment.status !== ends[kind]) return []
    // Stripe has no name for either.
    const found = { state: "succeeded", providerReference: `${kind} of ${payment.id}` } as const
    return [{ kind, reference, modification: { _tag: "Found", ...found, rawCode: null } as const }]
  })

const holdIsOver = "capture_charge_authorization_expired charge_expired_for_capture".split(" ")

/** What stands in the way of the account rather than of the payment, and may be gone tomorrow. */
const ofTheAccount = (
  "account_invalid balance_insufficient capability_not_active insufficient_funds lock_timeout " +
  "livemode_mismatch platform_account_required rate_limit request_blocked testmode_charges_only"
).split(" ")

/** Why nothing was done. */
const objected = (thrown: unknown): ModificationOutcome => {
  const objection = objectionIn(thrown)
  if (objection === null) return failureIn(thrown)
  const { code = "invalid_request", message } = objection
  if (holdIsOver.includes(code)) return { _tag: "HoldExpired" }
  return ofTheAccount.includes(code)
    ? { _tag: "Refused", reason: message, rawCode: code }
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

const foundRefund = async (
  { reference, providerReference, charge }: ModificationQuery,
  api: Stripe,
  call: ProviderCall
): Promise<ModificationLookup> => {
  const ofCharge = { payment_intent: charge.providerReference, limit: 100 }
  const refund =
    providerReference === null
      ? await withReference(api.refunds.list(ofCharge), reference, call)
      : await asked(api.refunds.retrieve(providerReference))
  return refund === null ? { _tag: "Absent" } : refundAs(refund)
}

const foundEnd = async (
  { kind, reference, charge }: ModificationQuery,
  api: Stripe
): Promise<ModificationLookup> => {
  const payment = await asked(api.paymentIntents.retrieve(charge.providerReference))
  const end = endsIn(payment).find((each) => each.kind === kind && each.reference === reference)
  return end?.modification ?? { _tag: "Absent" }
}
