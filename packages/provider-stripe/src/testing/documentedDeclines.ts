/** The first table of docs.stripe.com/declines/codes, for cards. */
export const documentedCardCodes = (
  "approve_with_id authentication_not_handled authentication_required call_issuer " +
  "card_not_supported card_velocity_exceeded currency_not_supported do_not_honor " +
  "do_not_try_again duplicate_transaction expired_card fraudulent generic_decline " +
  "incorrect_address incorrect_cvc incorrect_number incorrect_pin incorrect_zip " +
  "insufficient_funds invalid_account invalid_amount invalid_cvc invalid_expiry_month " +
  "invalid_expiry_year invalid_number invalid_pin issuer_not_available lost_card " +
  "merchant_blacklist mobile_device_authentication_required new_account_information_available " +
  "no_action_taken not_permitted offline_pin_required online_or_offline_pin_required " +
  "pickup_card pin_try_exceeded processing_error reenter_transaction restricted_card " +
  "revocation_of_all_authorizations revocation_of_authorization security_violation " +
  "service_not_allowed stolen_card stop_payment_order testmode_decline transaction_not_allowed " +
  "try_again_later withdrawal_count_limit_exceeded"
).split(" ")

/** The second table there, for local payment methods, and BLIK's codes since 2026-09-30. */
export const documentedLocalCodes = (
  "card_already_activated code_expired code_invalid compliance_violation currency_not_supported " +
  "customer_declined duplicate_transaction expired_card expired_payment_information " +
  "insufficient_funds invalid_amount invalid_authorization invalid_billing_agreement " +
  "invalid_business_account invalid_customer_account invalid_payment_information " +
  "invalid_track_data lost_or_stolen_card partner_action_not_supported partner_generic_decline " +
  "partner_high_risk_customer partner_payment_not_found payment_disputed " +
  "payment_limit_exceeded processing_error recurring_not_supported_by_bank"
).split(" ")

/**
 * The codes of SEPA direct debits in docs.stripe.com/declines/network-codes, by the bank's own
 * code.
 */
export const documentedSepaCodes: Readonly<Record<string, string>> = {
  AC01: "invalid_account_number",
  AC04: "account_closed",
  AC13: "generic_could_not_process",
  AG02: "generic_could_not_process",
  AM04: "insufficient_funds",
  AM05: "generic_could_not_process",
  BE05: "debit_authorization_not_match",
  CNOR: "generic_could_not_process",
  DN05: "generic_could_not_process",
  DNOR: "generic_could_not_process",
  FF01: "generic_could_not_process",
  MD01: "debit_not_authorized",
  MD02: "debit_authorization_not_match",
  MD06: "debit_disputed",
  MD07: "recipient_deceased",
  MS03: "refer_to_customer",
  RC01: "branch_does_not_exist",
  RR01: "incorrect_account_holder_name",
  RR02: "incorrect_account_holder_name",
  RR03: "incorrect_account_holder_name",
  SL01: "refer_to_customer"
}

/** The codes of ACH direct debits there, by the bank's return code. */
export const documentedAchCodes: Readonly<Record<string, string>> = {
  R01: "insufficient_funds",
  R02: "bank_account_closed",
  R03: "bank_account_invalid_details",
  R04: "bank_account_invalid_details",
  R05: "debit_not_authorized",
  R07: "debit_not_authorized",
  R08: "debit_not_authorized",
  R09: "insufficient_funds",
  R10: "debit_not_authorized",
  R11: "debit_not_authorized",
  R15: "recipient_deceased",
  R16: "bank_account_frozen",
  R29: "debit_not_authorized",
  R31: "debit_not_authorized"
}
