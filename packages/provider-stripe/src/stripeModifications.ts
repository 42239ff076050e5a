import type {
  ModificationFound,
  ModificationLookup,
  ModificationOutcome,
  ModificationQuery,
  ModificationRequest
} from "@payloom/core"
import type Stripe from "stripe"
import { referenceKey } from "./chargeParams.ts"
import { stripeAmount } from "./stripeAmounts.ts"
import type { StripeClients } from "./stripeClients.ts"
import { asked, failureIn, objectionIn } from "./stripeErrors.ts"
import { withReference } from "./stripeLookups.ts"

/** The keys of metadata under which an intent keeps our references of what was done to it. */
export const doneKeys = { capture: "payloom_capture", void: "payloom_void" } as const

/** Captures, voids and refunds. */
export const stripeModifications = (clients: StripeClients) => ({
  capture: async ({ charge, reference, amount, currency }: ModificationRequest) => {
    const { api } = clients(charge.mid)
    const capturing = api.paymentIntents.capture(
      charge.providerReference,
      {
        amount_to_capture: stripeAmount(amount, currency),
        metadata: { [doneKeys.capture]: reference }
      },
      { idempotencyKey: reference }
    )
    return modified(capturing, (payment) => doneTo("capture", payment, reference))
  },

  void: async ({ charge, reference }: ModificationRequest) => {
    const { api } = clients(charge.mid)
    const { providerReference: id } = charge
    return modified(voided(api, id, reference), (payment) => doneTo("void", payment, reference))
  },

  refund: async ({ charge, reference, amount, currency }: ModificationRequest) => {
    const { api } = clients(charge.mid)
    const refunding = api.refunds.create(
      {
        payment_intent: charge.providerReference,
        amount: stripeAmount(amount, currency),
        metadata: { [referenceKey]: reference }
      },
      { idempotencyKey: reference }
    )
    return modified(refunding, refundOutcome)
  },

  lookupModification: async (query: ModificationQuery): Promise<ModificationLookup> => {
    const { api } = clients(query.charge.mid)
    return query.kind === "refund" ? foundRefund(query, api) : foundDone(query, api)
  }
})

/** A cancel takes no metadata: our reference is written first, while there is something to void. */
const voided = async (api: Stripe, id: string, reference: string) => {
  const payment = await api.paymentIntents.retrieve(id)
  if (payment.status !== "requires_capture") return payment
  await api.paymentIntents.update(id, { metadata: { [doneKeys.void]: reference } })
  return api.paymentIntents.cancel(id, {}, { idempotencyKey: reference })
}

/** What became of a call, or of what Stripe says in an error about the payment as it stands. */
const modified = async <A>(
  call: Promise<A>,
  outcomeOf: (answer: A) => ModificationOutcome
): Promise<ModificationOutcome> => {
  try {
    return outcomeOf(await call)
  } catch (thrown) {
    const objection = objectionIn(thrown)
    return objection === null ? failureIn(thrown) : objected(objection)
  }
}

const holdIsOver: ReadonlySet<string> = new Set([
  "capture_charge_authorization_expired",
  "charge_expired_for_capture"
])

/** What stands in the way of the account rather than of the payment, and may be gone tomorrow. */
const ofTheAccount: ReadonlySet<string> = new Set([
  "account_invalid",
  "balance_insufficient",
  "capability_not_active",
  "insufficient_funds",
  "livemode_mismatch",
  "lock_timeout",
  "platform_account_required",
  "rate_limit",
  "request_blocked",
  "testmode_charges_only"
])

const objected = ({
  code = "invalid_request",
  message,
  payment_intent
}: Stripe.errors.StripeError): ModificationOutcome => {
  const isOver = payment_intent !== undefined && hasLapsed(payment_intent)
  if (holdIsOver.has(code) || isOver) return { _tag: "HoldExpired" }
  return ofTheAccount.has(code)
    ? { _tag: "Refused", reason: message, rawCode: code }
    : { _tag: "Failed", rawCode: code }
}

const hasLapsed = ({ status, cancellation_reason }: Stripe.PaymentIntent): boolean =>
  status === "canceled" && cancellation_reason === "automatic"

const doneStatus = { capture: "succeeded", void: "canceled" } as const

/** Stripe has no name for either; a payment is captured or voided once. */
const nameOf = (kind: "capture" | "void", { id, latest_charge }: Stripe.PaymentIntent): string =>
  `${kind} of ${typeof latest_charge === "string" ? latest_charge : (latest_charge?.id ?? id)}`

const isDone = (kind: "capture" | "void", payment: Stripe.PaymentIntent, reference: string) =>
  payment.status === doneStatus[kind] && payment.metadata[doneKeys[kind]] === reference

const doneTo = (
  kind: "capture" | "void",
  payment: Stripe.PaymentIntent,
  reference: string
): ModificationOutcome => {
  if (isDone(kind, payment, reference)) {
    return { _tag: "Succeeded", providerReference: nameOf(kind, payment) }
  }
  return hasLapsed(payment)
    ? { _tag: "HoldExpired" }
    : { _tag: "Failed", rawCode: "payment_intent_unexpected_state" }
}

/** A refund that was just made. */
const refundOutcome = (refund: Stripe.Refund): ModificationOutcome => {
  const { id: providerReference } = refund
  const { state, rawCode } = refundAs(refund)
  if (state === "succeeded") return { _tag: "Succeeded", providerReference }
  return state === "pending"
    ? { _tag: "Pending", providerReference }
    : { _tag: "Failed", rawCode: rawCode ?? "unknown" }
}

/** A refund as it stands. One whose money came back to the account had been paid out before. */
export const refundAs = (refund: Stripe.Refund): Omit<ModificationFound, "_tag"> => {
  const { id: providerReference, status, failure_reason, failure_balance_transaction } = refund
  if (status === "succeeded") return { providerReference, state: "succeeded", rawCode: null }
  if (status !== "failed" && status !== "canceled") {
    return { providerReference, state: "pending", rawCode: null }
  }
  const state = failure_balance_transaction === undefined ? "failed" : "reversed"
  return { providerReference, state, rawCode: failure_reason ?? status }
}

const foundRefund = async (
  { reference, providerReference, charge }: ModificationQuery,
  api: Stripe
): Promise<ModificationLookup> => {
  const refund =
    providerReference === null
      ? await withReference(
          api.refunds.list({ payment_intent: charge.providerReference, limit: 100 }),
          reference
        )
      : await asked(api.refunds.retrieve(providerReference))
  return refund === null ? { _tag: "Absent" } : { _tag: "Found", ...refundAs(refund) }
}

const foundDone = async (
  { kind, reference, charge }: ModificationQuery,
  api: Stripe
): Promise<ModificationLookup> => {
  const payment = await asked(api.paymentIntents.retrieve(charge.providerReference))
  return kind !== "refund" && isDone(kind, payment, reference)
    ? modificationAs(kind, payment)
    : { _tag: "Absent" }
}

/** A capture or void that was carried out. */
export const modificationAs = (
  kind: "capture" | "void",
  payment: Stripe.PaymentIntent
): ModificationFound => ({
  _tag: "Found",
  state: "succeeded",
  providerReference: nameOf(kind, payment),
  rawCode: null
})
