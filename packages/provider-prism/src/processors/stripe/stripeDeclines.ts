import { declineTable } from "@payloom/core"

/**
 * Stripe's decline codes and error codes, read on 2026-11-26 at docs.stripe.com/declines/codes and
 * docs.stripe.com/error-codes. Codes that say nothing are left out, so the scheme's code decides.
 */
export const stripeDeclines = declineTable({
  notHonored: "do_not_honor call_issuer no_action_taken try_again_later",
  declined:
    "approve_with_id duplicate_transaction incorrect_address incorrect_zip canceled " +
    "payment_intent_payment_attempt_expired",
  blocked:
    "card_not_supported do_not_try_again fraudulent lost_card stolen_card merchant_blacklist " +
    "new_account_information_available not_permitted pickup_card pin_try_exceeded " +
    "restricted_card revocation_of_all_authorizations revocation_of_authorization " +
    "security_violation service_not_allowed stop_payment_order testmode_decline " +
    "transaction_not_allowed",
  invalidCard:
    "incorrect_number invalid_account invalid_expiry_month invalid_expiry_year invalid_number",
  expired: "expired_card",
  noFunds: "insufficient_funds",
  limit: "card_velocity_exceeded withdrawal_count_limit_exceeded card_decline_rate_limit_exceeded",
  wrongCode: "incorrect_cvc invalid_cvc",
  stepUp:
    "authentication_not_handled authentication_required mobile_device_authentication_required",
  unauthenticated: "payment_intent_authentication_failure authentication_failure",
  unreachable: "issuer_not_available",
  broken: "processing_error reenter_transaction",
  currency: "currency_not_supported",
  elsewhere: "amount_too_small amount_too_large"
})
