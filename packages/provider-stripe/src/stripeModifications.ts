import type {
  HttpFailure,
  ModificationOutcome,
  ModificationRequest,
  PaymentProviderDefinition,
  ProviderCall
} from "@payloom/core"
import type Stripe from "stripe"
import { referenceKey } from "./chargeParams.ts"
import { stripeAmount } from "./stripeAmounts.ts"
import type { StripeClients } from "./stripeClients.ts"
import { declineOf } from "./stripeDeclines.ts"
import { asked, cardErrorIn, failureIn, isRepeated, objectionIn } from "./stripeErrors.ts"
import { expanded, hasExpired, holdEndOf, isCapturedInPart } from "./stripeIntents.ts"
import { withReference } from "./stripeLookups.ts"

/**
 * The keys of metadata under which a payment keeps the engine's reference of its latest capture, of
 * its void and of its latest increment. The engine makes one capture at a time, so an earlier
 * capture is decided before its reference is replaced.
 */
const captureKey = "payloom_capture"
const voidKey = "payloom_void"
const incrementKey = "payloom_increment"

/** Returns the connector's captures, voids, increments and refunds. */
export const stripeModifications = (clients: StripeClients) =>
  ({
    capture: (request, call) => {
      const { charge, reference, amount, currency, isFinal = true } = request
      const order = {
        amount_to_capture: stripeAmount(amount, currency),
        metadata: { [captureKey]: reference },
        ...(isFinal ? {} : { final_capture: false })
      }
      const { paymentIntents } = clients(charge.mid).api
      // A hold that is captured in parts takes the same part twice.
      return changed(request, call, isFinal, (key) =>
        paymentIntents.capture(charge.providerReference, order, key)
      )
    },

    void: (request, call) =>
      changed(request, call, true, (key) =>
        voided(clients(request.charge.mid).api, request, key, call)
      ),

    increment: (request, call) => {
      const { charge, reference, amount, currency } = request
      const total = stripeAmount(amount, currency)
      const order = {
        amount: total,
        metadata: { [incrementKey]: `${reference} ${total}` },
        expand: ["latest_charge"]
      }
      const { paymentIntents } = clients(charge.mid).api
      return changed(request, call, true, (key) =>
        paymentIntents.incrementAuthorization(charge.providerReference, order, key)
      )
    },

    refund: (request, call) => {
      const { charge, reference, amount, currency, reversesSplits = false } = request
      const order = {
        payment_intent: charge.providerReference,
        amount: stripeAmount(amount, currency),
        metadata: { [referenceKey]: reference },
        ...(reversesSplits ? { reverse_transfer: true } : {})
      }
      const { refunds } = clients(charge.mid).api
      return changed(request, call, false, (key) => refunds.create(order, key))
    },

    lookupModification: async ({ kind, reference, providerReference, charge }, call) => {
      const { paymentIntents, refunds } = clients(charge.mid).api
      const { providerReference: payment_intent } = charge
      if (kind !== "refund") {
        const payment = await asked(paymentIntents.retrieve(payment_intent))
        return changeUnder(payment, reference)?.modification ?? { _tag: "Absent" }
      }
      const refund =
        providerReference === null
          ? await withReference(refunds.list({ payment_intent, limit: 100 }), reference, call)
          : await asked(refunds.retrieve(providerReference))
      return refund === null ? { _tag: "Absent" } : refundAs(refund)
    }
  }) satisfies Partial<PaymentProviderDefinition>

/** The most keys that are tried for one change. */
const mostKeys = 10

/**
 * Sends a change under its reference, and returns its outcome. Stripe saves the answer under the
 * key for a day, a 500 and a refusal too, and repeats it. If it repeats a refusal that may have
 * passed, the change is sent under a further key. If the payment's state allows the change only
 * once (`isGuarded`), this also holds for a 500. The keys are always the same, so a copy of a
 * request is never carried out too.
 */
const changed = async (
  { reference }: ModificationRequest,
  { isLate }: ProviderCall,
  isGuarded: boolean,
  send: (key: Stripe.RequestOptions) => Promise<Stripe.PaymentIntent | Stripe.Refund>
): Promise<ModificationOutcome> => {
  for (let nth = 1; ; nth++) {
    try {
      const idempotencyKey = nth === 1 ? reference : `${reference}_${nth}`
      return outcomeIn(await send({ idempotencyKey }), reference)
    } catch (thrown) {
      const objection = objectionIn(thrown)
      const mayPass = objection === null ? isGuarded : ofTheAccount.includes(objection.code ?? "")
      if (mayPass && isRepeated(thrown) && nth < mostKeys && !isLate()) continue
      const change = objection?.payment_intent && outcomeIn(objection.payment_intent, reference)
      return change === undefined || change._tag === "Failed" ? objected(thrown) : change
    }
  }
}

/**
 * Voids a hold. A cancel takes no metadata, so the reference is written first, while there is still
 * a hold.
 */
const voided = async (
  { paymentIntents }: Stripe,
  { charge: { providerReference: id }, reference }: ModificationRequest,
  key: Stripe.RequestOptions,
  { isLate }: ProviderCall
) => {
  const payment = await paymentIntents.retrieve(id)
  if (payment.status !== "requires_capture") return payment
  await paymentIntents.update(id, { metadata: { [voidKey]: reference } })
  if (!isLate()) return paymentIntents.cancel(id, {}, key)
  const reason = "The update before the void took too long."
  throw { _tag: "NotSent", reason } satisfies HttpFailure
}

/**
 * Returns the outcome of a capture, void or increment from the payment's present state, and of a
 * refund from its own.
 */
const outcomeIn = (
  payment: Stripe.PaymentIntent | Stripe.Refund,
  reference: string
): ModificationOutcome => {
  if (payment.object === "refund") return refundOutcome(payment)
  const change = changeUnder(payment, reference)?.modification
  if (change !== undefined) {
    const holdsUntil = holdEndOf(expanded(payment.latest_charge))
    const { providerReference } = change
    return { _tag: "Succeeded", providerReference, ...(holdsUntil === null ? {} : { holdsUntil }) }
  }
  return payment.status === "canceled" && hasExpired(payment)
    ? { _tag: "HoldExpired" }
    : { _tag: "Failed", rawCode: "payment_intent_unexpected_state" }
}

const changeUnder = (payment: Stripe.PaymentIntent, reference: string) =>
  changesIn(payment).find((change) => change.reference === reference)

/**
 * Returns the capture, void and increment that a payment's state confirms, under the engine's
 * references.
 */
export const changesIn = (payment: Stripe.PaymentIntent) => {
  const { id, status, metadata, amount } = payment
  const isCaptured = status === "succeeded" || isCapturedInPart(payment)
  const [increment, total] = metadata[incrementKey]?.split(" ") ?? []
  const isRaised = amount === Number(total) && (isCaptured || status === "requires_capture")
  const changes = [
    { reference: metadata[captureKey], isDone: isCaptured },
    { reference: metadata[voidKey], isDone: status === "canceled" },
    { reference: increment, isDone: isRaised }
  ]
  return changes.flatMap(({ reference, isDone }) => {
    if (reference === undefined || !isDone) return []
    // Stripe has no id for a capture, a void or an increment.
    const found = { state: "succeeded", providerReference: `${reference} of ${id}` } as const
    return [{ reference, modification: { _tag: "Found", ...found, rawCode: null } as const }]
  })
}

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
  "livemode_mismatch platform_account_required rate_limit request_blocked " +
  "resource_missing testmode_charges_only"
).split(" ")

/** Returns the outcome of a call that failed. An increment may be declined by the issuer. */
const objected = (thrown: unknown): ModificationOutcome => {
  const objection = objectionIn(thrown)
  const saved = isRepeated(thrown) ? { isSaved: true } : {}
  if (objection === null) return { ...failureIn(thrown), ...saved }
  const { code = "invalid_request", message } = objection
  if (holdIsOver.includes(code)) return { _tag: "HoldExpired" }
  const declined = cardErrorIn(thrown)
  if (declined?.rawType === "card_error") {
    return { _tag: "Failed", rawCode: declineOf(declined).rawCode }
  }
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
  const over = failure_balance_transaction == null ? "failed" : "reversed"
  const open = status === "succeeded" ? "succeeded" : "pending"
  const state = isOver ? over : open
  const rawCode = isOver ? (failure_reason ?? status) : null
  return { _tag: "Found", state, providerReference, rawCode } as const
}
