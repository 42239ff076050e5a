import type {
  Approval,
  CardChecks,
  ChargeFound,
  ChargeOutcome,
  ProviderAction
} from "@payloom/core"
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
  /** Whether money is, or was, held or taken. */
  readonly isApproved: boolean
  readonly isRefunded: boolean
  readonly isExpired: boolean
}

const nothingKnown: Approval = { networkReference: null }

/** With its latest charge, where that was asked for along with it. */
export const intentOf = (payment: Stripe.PaymentIntent): Intent => {
  const { id, status, currency } = payment
  const charge = expanded(payment.latest_charge)
  const held =
    charge?.amount ?? (payment.capture_method === "manual" ? null : payment.amount_received)
  const isTaken = status === "succeeded"
  return {
    id,
    status,
    amount: amountFromStripe((isTaken ? held : charge?.amount) ?? payment.amount, currency),
    amountCaptured: amountFromStripe(
      charge?.captured === true ? charge.amount_captured : payment.amount_received,
      currency
    ),
    currency: currency.toUpperCase(),
    approval: charge === null ? nothingKnown : approvalIn(charge),
    decline: payment.last_payment_error === null ? null : declineOf(payment.last_payment_error),
    clientSecret: payment.client_secret,
    nextAction: payment.next_action,
    isApproved: charge === null ? payment.latest_charge !== null : charge.status === "succeeded",
    isRefunded: charge?.refunded ?? false,
    isExpired: payment.cancellation_reason === "automatic"
  }
}

/** A check of a card is for nothing, in the currency that it was asked for. */
export const checkOf = (setup: Stripe.SetupIntent, currency: string): Intent => {
  const attempt = expanded(setup.latest_attempt)
  const checks = attempt?.payment_method_details.card?.checks
  return {
    id: setup.id,
    status: setup.status,
    amount: 0n,
    amountCaptured: 0n,
    currency,
    approval: { ...nothingKnown, ...(checks ? { checks: checksIn(checks) } : {}) },
    decline: setup.last_setup_error === null ? null : declineOf(setup.last_setup_error),
    clientSecret: setup.client_secret,
    nextAction: setup.next_action,
    isApproved: setup.status === "succeeded",
    isRefunded: false,
    isExpired: false
  }
}

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

type Check = Stripe.Charge.PaymentMethodDetails.Card.Checks["cvc_check"]

const checkResults: Readonly<Record<string, NonNullable<CardChecks["cvc"]>>> = {
  pass: "pass",
  fail: "fail",
  unchecked: "unchecked",
  unavailable: "unavailable"
}

const checksIn = (checks: {
  readonly cvc_check: Check
  readonly address_line1_check: Check
  readonly address_postal_code_check: Check
}): CardChecks => ({
  cvc: checkResults[checks.cvc_check ?? ""],
  line1: checkResults[checks.address_line1_check ?? ""],
  postalCode: checkResults[checks.address_postal_code_check ?? ""]
})

/** Until when a payer has time, and what Stripe.js needs on the page. */
export interface PayerTerms {
  readonly expiresAt: number
  readonly publishableKey: string | null
  readonly stripeAccount: string | null
}

/** What became of a charge that was just made, or whose payer is back. */
export const outcomeOf = (intent: Intent, terms: PayerTerms): ChargeOutcome => {
  const { id: providerReference, amount, currency, approval, decline } = intent
  switch (intent.status) {
    case "succeeded":
    case "requires_capture": {
      const captured = intent.status === "succeeded"
      return { _tag: "Approved", providerReference, captured, amount, currency, ...approval }
    }
    case "processing":
      return { _tag: "Pending", providerReference }
    case "requires_action":
      return asksPayer(intent, terms)
    case "requires_payment_method":
      return decline === null
        ? asksPayer(intent, terms)
        : { _tag: "Declined", providerReference, ...decline }
    case "canceled":
      return { _tag: "Declined", providerReference, ...(decline ?? canceled) }
    default:
      return { _tag: "Unknown", reason: `Stripe has it as ${intent.status}.` }
  }
}

const canceled = { rawCode: "canceled", networkCode: null }

const asksPayer = (intent: Intent, terms: PayerTerms): ChargeOutcome => {
  const { id: providerReference, nextAction } = intent
  const { expiresAt } = terms
  const url = nextAction?.redirect_to_url?.url
  const onPage = nextAction === null || nextAction.type === "use_stripe_sdk"
  const action: ProviderAction | null = url
    ? { _tag: "Redirect", url }
    : onPage
      ? { _tag: "ClientSide", kind: "stripe", payload: pagePayload(intent, terms) }
      : null
  return action === null
    ? { _tag: "Unknown", reason: `Stripe asks the payer for ${nextAction?.type}.` }
    : { _tag: "RequiresAction", providerReference, action, expiresAt }
}

/** What a page needs for Stripe.js: `handleNextAction`, or to confirm with a field of Stripe's. */
const pagePayload = (
  { clientSecret, nextAction }: Intent,
  { publishableKey, stripeAccount }: PayerTerms
) => ({
  clientSecret,
  publishableKey,
  stripeAccount,
  step: nextAction === null ? "confirm" : "next_action"
})

/** A charge that was looked up, or that Stripe tells of. */
export const foundAs = (intent: Intent): ChargeFound => {
  const { amount, amountCaptured, currency, id: providerReference } = intent
  const state = stateOf(intent)
  const decline = state === "declined" ? (intent.decline ?? canceled) : null
  return {
    _tag: "Found",
    state,
    amount,
    amountCaptured,
    currency,
    providerReference,
    ...intent.approval,
    ...(decline ?? { rawCode: null })
  }
}

const stateOf = (intent: Intent): ChargeFound["state"] => {
  switch (intent.status) {
    case "succeeded":
      return intent.isRefunded ? "refunded" : "captured"
    case "requires_capture":
      return "authorized"
    case "processing":
      return "pending"
    case "canceled":
      if (intent.isExpired) return "expired"
      return intent.isApproved && intent.decline === null ? "voided" : "declined"
    case "requires_payment_method":
      return intent.decline === null ? "requires_action" : "declined"
    default:
      return "requires_action"
  }
}
