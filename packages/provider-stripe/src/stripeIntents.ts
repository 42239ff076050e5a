import type { Approval, CardChecks, ChargeFound, ChargeOutcome } from "@payloom/core"
import type Stripe from "stripe"
import { amountFromStripe } from "./stripeAmounts.ts"
import { declineOf, type StripeDecline } from "./stripeDeclines.ts"

/** A PaymentIntent or a SetupIntent, as far as charges go by it. */
export interface Intent {
  readonly id: string
  readonly status: Stripe.PaymentIntent.Status
  /** What is held or taken, or was to be. */
  readonly amount: bigint
  readonly amountCaptured: bigint
  readonly currency: string
  readonly approval: Approval
  /** Why it was declined, the last time. */
  readonly decline: StripeDecline | null
  readonly clientSecret: string | null
  readonly nextAction: Stripe.PaymentIntent.NextAction | Stripe.SetupIntent.NextAction | null
  /** What became of it. */
  readonly state: ChargeFound["state"]
}

const nothingKnown: Approval = { networkReference: null }

/** With its latest charge, where that was asked for along with it. */
export const intentOf = (payment: Stripe.PaymentIntent): Intent => {
  const { id, status, currency, latest_charge, last_payment_error } = payment
  const charge = expanded(latest_charge)
  const decline = last_payment_error === null ? null : declineOf(last_payment_error)
  const wasHeld = decline === null && latest_charge !== null && charge?.status !== "failed"
  const given = wasHeld ? "voided" : "declined"
  const canceled = payment.cancellation_reason === "automatic" ? "expired" : given
  return {
    id,
    status,
    state: stateOf(status, decline, charge?.refunded === true ? "refunded" : "captured", canceled),
    amount: amountFromStripe(charge?.amount ?? amountOf(payment), currency),
    amountCaptured: amountFromStripe(payment.amount_received, currency),
    currency: currency.toUpperCase(),
    approval: charge === null ? nothingKnown : approvalIn(charge),
    decline,
    clientSecret: payment.client_secret,
    nextAction: payment.next_action
  }
}

/** What is held or was taken, of which a part of a hold may have been captured. */
const amountOf = (payment: Stripe.PaymentIntent): number => {
  if (payment.status === "requires_capture") return payment.amount_capturable
  const isTakenWhole = payment.status === "succeeded" && payment.capture_method !== "manual"
  return isTakenWhole ? payment.amount_received : payment.amount
}

/** A check of a card is for nothing, in the currency that it was asked for. */
export const checkOf = (
  setup: Stripe.SetupIntent,
  { currency }: { readonly currency: string }
): Intent => {
  const checks = expanded(setup.latest_attempt)?.payment_method_details.card?.checks
  const { id, status, last_setup_error } = setup
  const decline = last_setup_error === null ? null : declineOf(last_setup_error)
  return {
    id,
    status,
    state: stateOf(status, decline, "captured", "declined"),
    amount: 0n,
    amountCaptured: 0n,
    currency,
    approval: { ...nothingKnown, ...(checks ? { checks: checksIn(checks) } : {}) },
    decline,
    clientSecret: setup.client_secret,
    nextAction: setup.next_action
  }
}

interface Named {
  readonly providerReference: string
  readonly currency: string
}

/** A charge by Stripe's name of it. */
export const intentNamed = async (api: Stripe, named: Named): Promise<Intent> => {
  const { providerReference: id } = named
  return isCheck(id)
    ? checkOf(await api.setupIntents.retrieve(id, { expand: ["latest_attempt"] }), named)
    : intentOf(await api.paymentIntents.retrieve(id, { expand: ["latest_charge"] }))
}

/** Whether it is a check of a card, for nothing. */
export const isCheck = (id: string): boolean => id.startsWith("seti_")

const expanded = <A extends object>(value: A | string | null): A | null =>
  typeof value === "string" ? null : value

const approvalIn = (charge: Stripe.Charge): Approval => {
  const card = charge.payment_method_details?.card
  if (card === undefined) return nothingKnown
  return {
    networkReference: card.network_transaction_id,
    authCode: card.authorization_code,
    holdsUntil: card.capture_before === undefined ? null : card.capture_before * 1000,
    ...(card.checks === null ? {} : { checks: checksIn(card.checks) })
  }
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

/** Until when a payer has time, and what Stripe.js needs on the page. */
export interface PayerTerms {
  readonly expiresAt: number
  readonly publishableKey: string | null
  readonly stripeAccount: string | null
}

/** What became of a charge that was just made, or whose payer is back. */
export const outcomeOf = (intent: Intent, terms: PayerTerms): ChargeOutcome => {
  const { id: providerReference, state, amount, currency, approval } = intent
  switch (state) {
    case "captured":
    case "authorized": {
      const captured = state === "captured"
      return { _tag: "Approved", providerReference, captured, amount, currency, ...approval }
    }
    case "pending":
      return { _tag: "Pending", providerReference }
    case "requires_action":
      return asksPayer(intent, terms)
    case "declined":
      return { _tag: "Declined", providerReference, ...declineIn(intent) }
    default:
      return { _tag: "Unknown", reason: `Stripe has it as ${state}.` }
  }
}

const declineIn = ({ decline }: Intent) => decline ?? { rawCode: "canceled", networkCode: null }

const asksPayer = (intent: Intent, { expiresAt, ...page }: PayerTerms): ChargeOutcome => {
  const { id: providerReference, nextAction, clientSecret } = intent
  const url = nextAction?.redirect_to_url?.url
  if (url) {
    const action = { _tag: "Redirect", url } as const
    return { _tag: "RequiresAction", providerReference, action, expiresAt }
  }
  if (nextAction !== null && nextAction.type !== "use_stripe_sdk") {
    return { _tag: "Unknown", reason: `Stripe asks the payer for ${nextAction.type}.` }
  }
  // Stripe.js goes on with the action, or confirms what nobody has confirmed yet.
  const step = nextAction === null ? "confirm" : "next_action"
  const payload = { clientSecret, step, ...page }
  const action = { _tag: "ClientSide", kind: "stripe", payload } as const
  return { _tag: "RequiresAction", providerReference, action, expiresAt }
}

/** A charge that was looked up, or that Stripe tells of. */
export const foundAs = (intent: Intent): ChargeFound => {
  const { state, amount, amountCaptured, currency, id: providerReference, approval } = intent
  const said = state === "declined" ? declineIn(intent) : { rawCode: null }
  const found = { state, amount, amountCaptured, currency, providerReference }
  return { _tag: "Found", ...found, ...approval, ...said }
}

/** What its status means: of one that is open, and of one that has come to either end. */
const stateOf = (
  status: Intent["status"],
  decline: StripeDecline | null,
  succeeded: Intent["state"],
  canceled: Intent["state"]
): Intent["state"] => {
  switch (status) {
    case "succeeded":
      return succeeded
    case "canceled":
      return canceled
    case "requires_capture":
      return "authorized"
    case "processing":
      return "pending"
    case "requires_payment_method":
      return decline === null ? "requires_action" : "declined"
    default:
      return "requires_action"
  }
}
