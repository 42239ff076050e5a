import type { Approval, CardChecks, ChargeFound, ChargeOutcome, HttpFailure } from "@payloom/core"
import type Stripe from "stripe"
import { ownMember } from "./ownMember.ts"
import { defined } from "./payerDetails.ts"
import { payerStep, waitsForApp } from "./stripeActions.ts"
import { amountFromStripe } from "./stripeAmounts.ts"
import { declineOf, type StripeDecline } from "./stripeDeclines.ts"
import { holdMsOf } from "./stripeMethods.ts"

/** The parts of a PaymentIntent or a SetupIntent that charges depend on. */
export interface Intent {
  readonly status: Stripe.PaymentIntent.Status
  readonly clientSecret: string | null
  readonly nextAction: Stripe.PaymentIntent.NextAction | Stripe.SetupIntent.NextAction | null
  /**
   * The charge in the form of the provider port. Its amount is the held, taken or requested amount.
   */
  readonly found: ChargeFound
}

type State = ChargeFound["state"]

/** Reads a PaymentIntent. Expand its latest charge for the details of an approval or decline. */
export const intentOf = (payment: Stripe.PaymentIntent): Intent => {
  const { id, status, currency, latest_charge, last_payment_error } = payment
  const charge = expanded(latest_charge)
  const decline = last_payment_error === null ? null : declineOf(last_payment_error, charge)
  const wasHeld = decline === null && latest_charge !== null && charge?.status !== "failed"
  return {
    status,
    clientSecret: payment.client_secret,
    nextAction: payment.next_action,
    found: {
      _tag: "Found",
      ...standing(waitsForApp(payment.next_action) ? "processing" : status, decline, {
        succeeded: charge?.refunded === true ? "refunded" : "captured",
        canceled: canceledState(payment, wasHeld),
        requires_capture: isCapturedInPart(payment) ? "captured" : "authorized"
      }),
      amount: amountFromStripe(charge?.amount ?? amountOf(payment), currency),
      amountCaptured: amountFromStripe(payment.amount_received, currency),
      currency: currency.toUpperCase(),
      providerReference: id,
      ...approvalIn(charge, currency),
      ...savedMethodIn(payment, charge),
      ...(status === "requires_capture" ? methodHoldEnd(charge) : {})
    }
  }
}

/**
 * Returns true if a canceled payment was a hold that expired. Accounts whose API version is older
 * than 2025-03-31 use the word `automatic`.
 */
export const hasExpired = ({
  cancellation_reason: reason
}: Pick<Stripe.PaymentIntent, "cancellation_reason">): boolean =>
  reason === "expired" || reason === "automatic"

/** Returns the state of a canceled payment. A hold of which a part was captured is captured. */
const canceledState = (payment: Stripe.PaymentIntent, wasHeld: boolean): State => {
  if (payment.amount_received > 0) return "captured"
  if (!wasHeld) return "declined"
  return hasExpired(payment) ? "expired" : "voided"
}

/** Returns true if a part of a hold was captured, and the rest is still held. */
export const isCapturedInPart = (
  payment: Pick<Stripe.PaymentIntent, "status" | "amount_received">
): boolean => payment.status === "requires_capture" && payment.amount_received > 0

/** Returns the amount that is held, was taken or is requested. A hold may be captured in part. */
const amountOf = (payment: Stripe.PaymentIntent): number => {
  const { status, amount_capturable, amount_received } = payment
  if (status === "requires_capture") return amount_capturable + amount_received
  const isTakenWhole = payment.status === "succeeded" && payment.capture_method !== "manual"
  return isTakenWhole ? payment.amount_received : payment.amount
}

/** Reads a check of a card. Its amount is 0, in the currency of its request. */
export const checkOf = (
  setup: Stripe.SetupIntent,
  { currency }: { readonly currency: string }
): Intent => {
  const checks = expanded(setup.latest_attempt)?.payment_method_details.card?.checks
  const { id, status, last_setup_error } = setup
  const decline = last_setup_error === null ? null : declineOf(last_setup_error)
  return {
    status,
    clientSecret: setup.client_secret,
    nextAction: setup.next_action,
    found: {
      _tag: "Found",
      ...standing(status, decline, { succeeded: "captured", canceled: "declined" }),
      amount: 0n,
      amountCaptured: 0n,
      currency,
      providerReference: id,
      networkReference: null,
      ...(checks ? { checks: checksIn(checks) } : {})
    }
  }
}

type Named = Pick<ChargeFound, "providerReference" | "currency">

/** Fetches a charge by Stripe's id. */
export const intentNamed = async (api: Stripe, named: Named): Promise<Intent> => {
  const { providerReference: id } = named
  return isCheck(id)
    ? checkOf(await api.setupIntents.retrieve(id, { expand: ["latest_attempt"] }), named)
    : intentOf(await api.paymentIntents.retrieve(id, { expand: ["latest_charge"] }))
}

/** Returns true if the id is of a check of a card. */
export const isCheck = (id: string): boolean => id.startsWith("seti_")

/** Returns an object that was expanded, or null if only its id is known. */
export const expanded = <A extends object>(value: A | string | null): A | null =>
  typeof value === "string" ? null : value

const approvalIn = (charge: Stripe.Charge | null, currency: string): Approval => {
  const card = charge?.payment_method_details?.card
  if (card === undefined) return { networkReference: null }
  const { overcapture } = card
  return {
    networkReference: card.network_transaction_id,
    authCode: card.authorization_code,
    holdsUntil: holdEndOf(charge),
    ...(overcapture?.status === "available"
      ? { capturableUpTo: amountFromStripe(overcapture.maximum_amount_capturable, currency) }
      : {}),
    ...(card.checks === null ? {} : { checks: checksIn(card.checks) })
  }
}

/**
 * Returns the alternative method that Stripe saved with a payment. Its token names the
 * PaymentMethod and the Customer that owns it. Cards are saved by the vault.
 */
const savedMethodIn = (
  { setup_future_usage: usage, payment_method: method, customer }: Stripe.PaymentIntent,
  charge: Stripe.Charge | null
): Pick<Approval, "savedMethod"> => {
  const details = charge?.payment_method_details
  const isOwned = typeof method === "string" && typeof customer === "string"
  if (usage !== "off_session" || !isOwned || !details || details.type === "card") return {}
  return { savedMethod: { token: `${method}:${customer}`, ...accountIn(details) } }
}

/** Returns the description of the bank account that was debited. */
const accountIn = (details: Stripe.Charge.PaymentMethodDetails) => {
  const { sepa_debit: sepa, us_bank_account: ach, bacs_debit: bacs, au_becs_debit: becs } = details
  return defined({
    last4: (sepa ?? ach ?? bacs ?? becs)?.last4 ?? null,
    bank: ach?.bank_name ?? null,
    country: sepa?.country ?? null
  })
}

/** Returns the end of a hold in milliseconds since the epoch, or null if the charge has none. */
export const holdEndOf = (charge: Stripe.Charge | null): number | null => {
  const end = charge?.payment_method_details?.card?.capture_before
  return end === undefined ? null : end * 1000
}

/** Returns the end of a hold of an alternative method. For cards Stripe reports the end. */
const methodHoldEnd = (charge: Stripe.Charge | null): Pick<Approval, "holdsUntil"> => {
  const lastsMs = holdMsOf(charge?.payment_method_details?.type)
  return charge === null || lastsMs === null ? {} : { holdsUntil: charge.created * 1000 + lastsMs }
}

const checkResults = ["pass", "fail", "unchecked", "unavailable"] as const

const checksIn = (checks: Stripe.Charge.PaymentMethodDetails.Card.Checks): CardChecks => {
  const resultOf = (said: string | null) => checkResults.find((result) => result === said)
  return {
    cvc: resultOf(checks.cvc_check),
    line1: resultOf(checks.address_line1_check),
    postalCode: resultOf(checks.address_postal_code_check)
  }
}

/**
 * The time from which the payer's time counts and its usual length, in milliseconds, and the keys
 * that Stripe.js needs on the page.
 */
export interface PayerTerms {
  readonly from: number
  readonly lastsMs: number
  readonly publishableKey: string | null
  readonly stripeAccount: string | null
}

/** Returns the outcome of a charge that was just created, or whose payer has returned. */
export const outcomeOf = (intent: Intent, terms: PayerTerms): ChargeOutcome => {
  const { _tag: _, state, rawCode, ...said } = intent.found
  const { providerReference, networkCode = null } = said
  switch (state) {
    case "captured":
    case "authorized":
      return { ...said, _tag: "Approved", captured: state === "captured" }
    case "pending":
      return { _tag: "Pending", providerReference, savedMethod: said.savedMethod }
    case "requires_action":
      return asksPayer(intent, terms)
    case "declined":
      return { ...said, _tag: "Declined", rawCode: rawCode ?? "canceled", networkCode }
    default:
      return { _tag: "Unknown", reason: `Its state at Stripe is ${state}.` }
  }
}

const asksPayer = (
  { found: { providerReference }, nextAction, clientSecret }: Intent,
  { from, lastsMs, ...page }: PayerTerms
): ChargeOutcome => {
  const asked = nextAction === null ? null : payerStep(nextAction, providerReference)
  if (asked !== null) {
    const expiresAt = asked.expiresAt ?? from + (asked.lastsMs ?? lastsMs)
    return { _tag: "RequiresAction", providerReference, action: asked.action, expiresAt }
  }
  if (nextAction !== null && nextAction.type !== "use_stripe_sdk") {
    return { _tag: "Unknown", reason: `Stripe asks the payer for ${nextAction.type}.` }
  }
  // Stripe.js continues the action, or confirms an intent that nobody has confirmed yet.
  const step = nextAction === null ? "confirm" : "next_action"
  const payload = { clientSecret, step, ...page }
  const action = { _tag: "ClientSide", kind: "stripe", payload } as const
  return { _tag: "RequiresAction", providerReference, action, expiresAt: from + lastsMs }
}

const states = {
  processing: "pending",
  requires_confirmation: "requires_action",
  requires_action: "requires_action"
} as const

/** Returns the state of a status. `ends` has the states of an intent that was paid or canceled. */
const standing = (
  status: Intent["status"],
  decline: StripeDecline | null,
  ends: Readonly<Record<"succeeded" | "canceled", State> & { requires_capture?: State }>
) => {
  const requires_payment_method = decline === null ? "requires_action" : "declined"
  const state = ownMember<State>({ ...states, ...ends, requires_payment_method }, status)
  if (state === null) {
    const reason = `Stripe returned the unknown status ${status}.`
    throw { _tag: "Unknown", reason } satisfies HttpFailure
  }
  const canceled = { rawCode: "canceled", networkCode: null }
  return { state, ...(state === "declined" ? (decline ?? canceled) : { rawCode: null }) }
}
