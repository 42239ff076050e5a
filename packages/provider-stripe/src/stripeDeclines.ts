import {
  type DeclineCategory,
  type DeclineCode,
  type DeclineMeaning,
  type DeclineTable,
  merchantAdviceCodes,
  type NetworkAdvice
} from "@payloom/core"
import type Stripe from "stripe"
import { ownMember } from "./ownMember.ts"
import { missingCodes } from "./stripeMethods.ts"

const meaning = (
  code: DeclineCode,
  category: DeclineCategory,
  decision: DeclineMeaning["decision"]
): DeclineMeaning => ({ code, category, decision })

const declined = meaning("card_declined", "soft", "stop")
/** Declines of lost, stolen and suspicious cards give no more detail, because payers read them. */
const declinedForGood = meaning("card_declined", "hard", "stop")
const notHonored = meaning("do_not_honor", "soft", "stop")
const badNumber = meaning("invalid_card", "hard", "stop")
const expired = meaning("expired_card", "hard", "stop")
const wrongCode = meaning("incorrect_cvc", "soft", "stop")
const overLimit = meaning("limit_exceeded", "soft", "stop")
const noFunds = meaning("insufficient_funds", "soft", "stop")
const wantsPayer = meaning("authentication_required", "authentication", "step_up")
const notConfirmed = meaning("authentication_failed", "authentication", "stop")
const unreachable = meaning("issuer_unavailable", "technical", "cascade")
const technical = meaning("processing_error", "technical", "cascade")
const ofTheAccount = meaning("processing_error", "configuration", "cascade")

/**
 * The codes that say less than the scheme's own code behind them. They are in no table, so the
 * engine uses the scheme's code. Without one, each of them is a soft decline that stops.
 */
export const silentDeclines: ReadonlyArray<string> = [
  "card_declined",
  "generic_decline",
  "partner_generic_decline",
  "payment_intent_payment_attempt_failed",
  "payment_method_provider_decline",
  "setup_attempt_failed"
]

/** The `decline_code`s of cards (docs.stripe.com/declines/codes). */
export const cardDeclines: Readonly<Record<string, DeclineMeaning>> = {
  approve_with_id: declined,
  authentication_not_handled: wantsPayer,
  authentication_required: wantsPayer,
  call_issuer: notHonored,
  card_not_supported: declinedForGood,
  card_velocity_exceeded: overLimit,
  currency_not_supported: meaning("currency_not_supported", "hard", "stop"),
  do_not_honor: notHonored,
  do_not_try_again: declinedForGood,
  duplicate_transaction: declined,
  expired_card: expired,
  fraudulent: declinedForGood,
  incorrect_address: declined,
  incorrect_cvc: wrongCode,
  incorrect_number: badNumber,
  incorrect_pin: declined,
  incorrect_zip: declined,
  insufficient_funds: noFunds,
  invalid_account: badNumber,
  invalid_amount: declined,
  invalid_cvc: wrongCode,
  invalid_expiry_month: badNumber,
  invalid_expiry_year: badNumber,
  invalid_number: badNumber,
  invalid_pin: declined,
  issuer_not_available: unreachable,
  lost_card: declinedForGood,
  merchant_blacklist: declinedForGood,
  mobile_device_authentication_required: wantsPayer,
  new_account_information_available: declinedForGood,
  no_action_taken: notHonored,
  not_permitted: declinedForGood,
  offline_pin_required: declined,
  online_or_offline_pin_required: declined,
  pickup_card: declinedForGood,
  pin_try_exceeded: declinedForGood,
  processing_error: technical,
  reenter_transaction: technical,
  restricted_card: declinedForGood,
  revocation_of_all_authorizations: declinedForGood,
  revocation_of_authorization: declinedForGood,
  security_violation: declinedForGood,
  service_not_allowed: declinedForGood,
  stolen_card: declinedForGood,
  stop_payment_order: declinedForGood,
  testmode_decline: declinedForGood,
  transaction_not_allowed: declinedForGood,
  try_again_later: meaning("do_not_honor", "soft", "stop"),
  withdrawal_count_limit_exceeded: overLimit
}

/** The `decline_code`s that only local payment methods have (docs.stripe.com/declines/codes). */
export const localDeclines: Readonly<Record<string, DeclineMeaning>> = {
  card_already_activated: declinedForGood,
  code_expired: declined,
  code_invalid: declined,
  compliance_violation: declinedForGood,
  customer_declined: declined,
  expired_payment_information: expired,
  invalid_authorization: declinedForGood,
  invalid_billing_agreement: declinedForGood,
  invalid_business_account: ofTheAccount,
  invalid_customer_account: declined,
  invalid_payment_information: badNumber,
  invalid_track_data: badNumber,
  lost_or_stolen_card: declinedForGood,
  partner_action_not_supported: declinedForGood,
  partner_high_risk_customer: declinedForGood,
  partner_payment_not_found: declined,
  payment_disputed: declinedForGood,
  payment_limit_exceeded: overLimit,
  recurring_not_supported_by_bank: declinedForGood
}

/** The `code`s of card errors that have no `decline_code` (docs.stripe.com/error-codes). */
export const errorDeclines: Readonly<Record<string, DeclineMeaning>> = {
  authentication_failure: notConfirmed,
  bank_account_unusable: badNumber,
  bank_account_verification_failed: notConfirmed,
  card_decline_rate_limit_exceeded: overLimit,
  canceled: declined,
  expired_payment_method: expired,
  incorrect_postal_code: declined,
  india_recurring_payment_mandate_canceled: declinedForGood,
  invalid_card_type: declinedForGood,
  invalid_characters: badNumber,
  payment_intent_action_required: wantsPayer,
  payment_intent_authentication_failure: notConfirmed,
  payment_intent_mandate_invalid: declinedForGood,
  payment_intent_payment_attempt_expired: declined,
  payment_method_bank_account_blocked: declinedForGood,
  payment_method_currency_mismatch: meaning("currency_not_supported", "hard", "stop"),
  payment_method_customer_decline: declined,
  payment_method_microdeposit_failed: badNumber,
  payment_method_microdeposit_verification_attempts_exceeded: notConfirmed,
  payment_method_microdeposit_verification_descriptor_code_mismatch: notConfirmed,
  payment_method_microdeposit_verification_timeout: notConfirmed,
  payment_method_not_available: ofTheAccount,
  payment_method_provider_timeout: technical,
  payment_method_restricted: declinedForGood,
  setup_intent_authentication_failure: notConfirmed,
  setup_intent_mandate_invalid: declinedForGood,
  setup_intent_setup_attempt_expired: declined,
  three_d_secure_authentication_not_supported: notConfirmed,
  three_d_secure_authentication_upstream_error: technical
}

/** Another method or another provider may help. Waiting doesn't. */
const ofTheOrder: DeclineMeaning = {
  ...meaning("processing_error", "configuration", "other_provider"),
  advice: "use_another_method"
}
const ofThePayer: DeclineMeaning = { ...ofTheOrder, advice: "correct_details" }

/**
 * The meanings of requests that Stripe refuses for their contents. The keys are `code`s of
 * docs.stripe.com/error-codes, and our own names for texts that Stripe refuses without a code.
 * Every account at Stripe would refuse such a request, so no account is at fault.
 */
export const requestDeclines: Readonly<Record<string, DeclineMeaning>> = {
  account_number_invalid: ofThePayer,
  amount_too_large: ofTheOrder,
  amount_too_small: ofTheOrder,
  bank_account_bad_routing_numbers: ofThePayer,
  email_invalid: ofThePayer,
  invalid_amount_details: ofTheOrder,
  invalid_billing_details: ofThePayer,
  invalid_description: ofTheOrder,
  invalid_metadata: ofTheOrder,
  invalid_return_url: ofTheOrder,
  invalid_shipping: ofThePayer,
  payment_intent_konbini_rejected_confirmation_number: ofThePayer,
  payment_method_billing_details_address_missing: ofThePayer,
  postal_code_invalid: ofThePayer,
  routing_number_invalid: ofThePayer,
  shipping_address_invalid: ofThePayer,
  state_unsupported: ofThePayer,
  tax_id_invalid: ofThePayer
}

/** The meanings of our codes for charges that lack a fact about the payer. Nothing is sent then. */
export const missingDeclines: Readonly<Record<string, DeclineMeaning>> = Object.fromEntries(
  missingCodes.map((code) => [code, ofThePayer])
)

/**
 * The codes of failed direct debits (docs.stripe.com/payments/sepa-debit and, for ACH,
 * docs.stripe.com/declines/network-codes). The others are reasons why Stripe blocks an account or
 * `code`s of errors.
 */
export const debitDeclines: Readonly<Record<string, DeclineMeaning>> = {
  account_closed: badNumber,
  account_holder_name_verification_failed: badNumber,
  authorization_revoked: declinedForGood,
  bank_account_closed: badNumber,
  bank_account_declined: declined,
  bank_account_frozen: declinedForGood,
  bank_account_invalid_details: badNumber,
  bank_account_restricted: declinedForGood,
  bank_ownership_changed: badNumber,
  branch_does_not_exist: badNumber,
  charge_exceeds_source_limit: overLimit,
  charge_exceeds_transaction_limit: overLimit,
  debit_authorization_not_match: declinedForGood,
  debit_disputed: declinedForGood,
  debit_not_authorized: declinedForGood,
  generic_could_not_process: declined,
  incorrect_account_holder_name: badNumber,
  invalid_account_number: badNumber,
  no_account: badNumber,
  recipient_deceased: declinedForGood,
  refer_to_customer: declined,
  sepa_unsupported_account: badNumber,
  tokenized_account_number_deactivated: badNumber
}

/** The meaning of each of Stripe's decline codes. */
export const stripeDeclines: DeclineTable = {
  version: 6,
  meanings: {
    ...requestDeclines,
    ...missingDeclines,
    ...errorDeclines,
    ...debitDeclines,
    ...localDeclines,
    ...cardDeclines
  }
}

/** The fields about a decline, in an error or on an intent. */
interface SaidOfDecline {
  readonly charge?: string | undefined
  readonly code?: string | undefined
  readonly decline_code?: string | undefined
  readonly message?: string | undefined
  readonly advice_code?: string | undefined
  readonly network_decline_code?: string | undefined
  readonly network_advice_code?: string | undefined
}

/** A decline in the form of the provider port. */
export interface StripeDecline {
  readonly rawCode: string
  readonly networkCode: string | null
  readonly networkAdvice: NetworkAdvice | null
  readonly message: string | null
}

/**
 * The meanings of Stripe's `advice_code`, which is one of three words that Stripe chooses for an
 * issuer's decline (docs.stripe.com/declines/card#retrying-issuer-declines). `network_advice_code`
 * is another field: two digits from the card network, which are Mastercard's merchant advice codes.
 */
export const adviceCodes: Readonly<Record<string, NetworkAdvice>> = {
  confirm_card_data: "fix",
  do_not_try_again: "never",
  try_again_later: "later"
}

/**
 * Returns the reason of a decline. For a direct debit and for a bank's own page only the charge has
 * the reason. The error says only that the payment failed.
 */
export const declineOf = (
  said: SaidOfDecline,
  charge: Pick<Stripe.Charge, "id" | "failure_code" | "outcome"> | null = null
): StripeDecline => {
  const failed = charge !== null && charge.id === said.charge ? charge : null
  const { network_decline_code = null } = said
  return {
    rawCode: said.decline_code || failed?.failure_code || said.code || "unknown",
    networkCode: network_decline_code ?? failed?.outcome?.network_decline_code ?? null,
    networkAdvice: strictest(
      ownMember(adviceCodes, said.advice_code),
      ownMember(merchantAdviceCodes, said.network_advice_code)
    ),
    message: said.message ?? null
  }
}

/**
 * Returns the stricter advice. Schemes fine merchants who ignore a scheme's "never", so Stripe's
 * own advice does not overrule it.
 */
const strictest = (
  ofStripe: NetworkAdvice | null,
  ofNetwork: NetworkAdvice | null
): NetworkAdvice | null => (ofNetwork === "never" ? ofNetwork : (ofStripe ?? ofNetwork))
