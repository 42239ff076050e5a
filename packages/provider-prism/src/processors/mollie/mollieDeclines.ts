import { declineTable } from "@payloom/core"

/**
 * The failure reasons of card payments in Mollie's OpenAPI document, read on 2026-11-26, and the
 * states of payments that end without one.
 */
export const mollieDeclines = declineTable({
  notHonored: "refused_by_issuer",
  declined: "card_declined unknown_reason failed",
  blocked: "inactive_card possible_fraud",
  invalidCard: "invalid_card_number invalid_card_holder_name invalid_card_type",
  expired: "card_expired",
  noFunds: "insufficient_funds",
  wrongCode: "invalid_cvv",
  stepUp: "authentication_required",
  unauthenticated:
    "authentication_failed authentication_abandoned authentication_unavailable_acs " +
    "canceled expired",
  unreachable: "issuer_unavailable"
})
