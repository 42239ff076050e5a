/** The code, the reason's name, the holder's name that requests it, and the result. */
type Row = readonly [string, string, string, string]

/**
 * The values for testing refusal reasons, from
 * https://docs.adyen.com/development-resources/testing/result-codes of 13 May 2026. Three of them
 * are no refusals.
 */
export const listedReasons: ReadonlyArray<Row> = [
  ["0", "Unknown", "UNKNOWN", "Error"],
  ["1", "", "APPROVED", "Authorised"],
  ["2", "Refused", "DECLINED", "Refused"],
  ["3", "Referral", "REFERRAL", "Refused"],
  ["4", "Acquirer Error", "ERROR", "Error"],
  ["5", "Blocked Card", "BLOCK_CARD", "Refused"],
  ["6", "Expired Card", "CARD_EXPIRED", "Refused"],
  ["7", "Invalid Amount", "INVALID_AMOUNT", "Refused"],
  ["8", "Invalid Card Number", "INVALID_CARD_NUMBER", "Refused"],
  ["9", "Issuer Unavailable", "ISSUER_UNAVAILABLE", "Refused"],
  ["10", "Not supported", "NOT_SUPPORTED", "Refused"],
  ["11", "3D Not Authenticated", "NOT_3D_AUTHENTICATED", "Refused"],
  ["12", "Not enough balance", "NOT_ENOUGH_BALANCE", "Refused"],
  ["13", "", "PENDING", "Received"],
  ["14", "Acquirer Fraud", "ACQUIRER_FRAUD", "Refused"],
  ["15", "Cancelled", "CANCELLED", "Refused"],
  ["16", "Shopper Cancelled", "SHOPPER_CANCELLED", "Refused"],
  ["17", "Invalid Pin", "INVALID_PIN", "Refused"],
  ["18", "Pin tries exceeded", "PIN_TRIES_EXCEEDED", "Refused"],
  ["19", "Pin validation not possible", "PIN_VALIDATION_NOT_POSSIBLE", "Refused"],
  ["20", "FRAUD", "FRAUD", "Refused"],
  ["21", "Not Submitted", "NOT_SUBMITTED", "Refused"],
  ["22", "FRAUD-CANCELLED", "FRAUD_CANCELLED", "Cancelled"],
  ["23", "Transaction Not Permitted", "TRANSACTION_NOT_PERMITTED", "Refused"],
  ["24", "CVC Declined", "CVC_DECLINED", "Refused"],
  ["25", "Restricted Card", "RESTRICTED_CARD", "Refused"],
  ["26", "Revocation Of Auth", "REVOCATION_OF_AUTH", "Refused"],
  ["27", "Declined Non Generic", "DECLINED_NON_GENERIC", "Refused"],
  ["28", "Withdrawal amount exceeded", "WITHDRAWAL_AMOUNT_EXCEEDED", "Refused"],
  ["29", "Withdrawal count exceeded", "WITHDRAWAL_COUNT_EXCEEDED", "Refused"],
  ["30", "", "PARTIALLY_APPROVED", "Authorised"],
  ["31", "Issuer Suspected Fraud", "ISSUER_SUSPECTED_FRAUD", "Refused"],
  ["32", "AVS Declined", "AVS_DECLINED", "Refused"],
  ["33", "Card requires online pin", "PIN_REQUIRED", "Refused"],
  ["34", "No checking account available on Card", "NO_CHECKING_ACCOUNT", "Refused"],
  ["35", "No savings account available on Card", "NO_SAVINGS_ACCOUNT", "Refused"],
  ["36", "Mobile PIN required", "MOBILE_PIN_REQUIRED", "Refused"],
  ["37", "Contactless fallback", "CONTACTLESS_FALLBACK", "Refused"],
  ["38", "Authentication required", "AUTHENTICATION_REQUIRED", "Refused"],
  ["39", "RReq not received from DS", "RREQ_NOT_RECEIVED", "Refused"],
  ["40", "Current AID is in Penalty Box.", "BAN_CURRENT_AID", "Refused"],
  ["41", "CVM Required Restart Payment", "CVM_REQUIRED", "Refused"],
  ["42", "3DS Authentication Error", "THREED_SECURE_ERROR", "Refused"],
  ["43", "Online PIN required", "ONLINE_PIN_REQUIRED", "Refused"],
  ["44", "Try another interface", "TRY_ANOTHER_INTERFACE", "Refused"],
  ["45", "Chip downgrade mode", "CHIP_DOWNGRADE_MODE", "Refused"],
  ["46", "Transaction blocked by Adyen to prevent excessive retry fees", "ERPS_BLOCK", "Refused"]
]

/**
 * The code and the name of the refusal reason that can't be tested. It is only in the list at
 * https://docs.adyen.com/development-resources/refusal-reasons of August 2026.
 */
export const untestedReasons: ReadonlyArray<readonly [string, string]> = [["50", "Token Revoked"]]

/**
 * Raw responses in Adyen's words, from answers and from
 * https://docs.adyen.com/development-resources/raw-acquirer-responses of 16 October 2024. The list
 * is incomplete, because the schemes have more responses and change them without notice.
 */
export const listedRawResponses: ReadonlyArray<string> = [
  "00 : Approved or completed successfully",
  "01 : Refer to card issuer",
  "03 : Invalid merchant",
  "04 : Capture card",
  "05 : Do not honor",
  "07 : Pickup card, special condition",
  "12 : Invalid transaction",
  "13 : Invalid amount",
  "14 : Invalid card number",
  "15 : Invalid issuer",
  "19 : Re-enter transaction",
  "30 : Format error",
  "39 : No credit account",
  "41 : Lost card",
  "43 : Stolen card",
  "43 : Stolen card, capture",
  "46 : Closed account",
  "51 : Insufficient funds",
  "51 : Insufficient funds/over credit limit",
  "54 : Expired card",
  "55 : Invalid PIN",
  "56 : No Card record",
  "57 : Transaction not permitted to issuer/cardholder",
  "58 : Transaction not permitted to acquirer/terminal",
  "59 : Suspected fraud",
  "5C : Transaction not supported/blocked by issuer",
  "61 : Exceeds withdrawal amount limit",
  "62 : Restricted card",
  "63 : Security violation",
  "65 : Authentication required",
  "65 : Exceeds withdrawal count limit",
  "6P : Verification data failed",
  "70 : Contact Card Issuer",
  "72 : Account Not Yet Activated",
  "75 : Allowable number of PIN tries exceeded",
  "78 : Blocked, first used",
  "78 : Invalid/nonexistent Account specified (general)",
  "79 : Life cycle",
  "82 : Negative CAM, dCVV, iCVV, CVV, or CAVV results",
  "82 : Policy",
  "83 : Fraud/Security",
  "88 : Cryptographic failure",
  "91 : Issuer unavailable or switch inoperative",
  "93 : Transaction cannot be completed; violation of law",
  "96 : System malfunction",
  "9G : Blocked by cardholder/contact cardholder",
  "1A : Authentication Required",
  "N7 : Decline for CVV2 failure",
  "R0 : Stop Payment Order",
  "100 : Deny",
  "100 : Do not honor (general denial)",
  "114 : No account of type requested",
  "116 : Insufficient funds",
  "119 : Transaction not permitted to cardholder",
  "122 : Invalid card security code (a.k.a., CID, 4DBC, 4CSC)",
  "129 : Suspected counterfeit card",
  "200 : Deny - Pick up card"
]
