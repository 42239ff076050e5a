import { declineTable } from "@payloom/core"

/**
 * Rapyd's codes of card payments that were read on 2026-11-26, and the states of payments that end
 * without one. The code of a card network is in brackets after `ERROR_PROCESSING_CARD`, and has the
 * schemes' own meaning.
 */
export const rapydDeclines = declineTable({
  declined: "ERR DLD",
  blocked: "ERROR_CARD_NOT_SUPPORTED_FOR_ECOMMERCE",
  invalidCard: "ERROR_CARD_INFORMATION_NOT_VALID ERROR_CARD_NOT_VALID",
  expired: "ERROR_CARD_EXPIRED",
  noFunds: "ERROR_CREATE_PAYMENT_INSUFFICIENT_FUNDS",
  limit: "ERROR_CARD_TRANSACTION_AMOUNT ERROR_CARD_TRANSACTION_FREQUENCY",
  wrongCode: "ERROR_CARD_CVV_NOT_VALID",
  unauthenticated:
    "ERROR_3DS_AUTHENTICATION_FAILURE ERROR_CARD_AUTHENTICATION_FAILURE " +
    "ERROR_CARD_NOT_AUTHENTICATED CAN EXP",
  misrouted: "ERROR_CARD_TYPE_DISABLED",
  elsewhere: "ERROR_AMOUNT_NOT_VALID ERROR_AMOUNT_MUST_BE_POSITIVE"
})
