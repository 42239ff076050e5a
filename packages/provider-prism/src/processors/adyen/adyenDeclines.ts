import { declineTable } from "@payloom/core"

/**
 * Adyen's refusal reasons, from its list of refusal reasons, read on 2026-11-26, and the errors of
 * a card's details. Names are the ends of a charge that has no
 * reason.
 */
export const adyenDeclines = declineTable({
  notHonored: "2 3",
  declined: "0 18 27 Refused",
  blocked: "5 14 20 22 23 25 26 31 34 35 46 50",
  invalidCard: "8 101 102 109",
  expired: "6",
  noFunds: "12",
  limit: "28 29",
  wrongCode: "24 103 153",
  stepUp: "33 36 38 43",
  unauthenticated: "11 15 16 17 39 42 OFFER_CLOSED Cancelled",
  unreachable: "9 19",
  broken: "4 10 21 37 40 41 44 45 CAPTURE_FAILED Error",
  elsewhere: "7 137"
})
