import { declineTable } from "@payloom/core"

/**
 * The issuers' response codes on Airwallex's page, up to 76, and those of its page about advice
 * codes. Airwallex's own codes of declines follow them.
 */
export const airwallexDeclines = declineTable({
  notHonored: "05",
  declined:
    "01 02 06 08 12 21 25 39 52 53 55 57 62 63 64 70 71 75 79 82 83 " +
    "issuer_declined provider_declined cancelled",
  blocked: "04 07 41 43 46 59 risk_declined",
  invalidCard: "14 15",
  expired: "54",
  noFunds: "51",
  limit: "61",
  stepUp: "65 authentication_required",
  unauthenticated: "authentication_declined 3ds_not_supported",
  unreachable: "28",
  broken: "19 30 76",
  misrouted:
    "03 13 58 amount_above_limit amount_below_limit card_brand_not_supported configuration_error",
  currency: "currency_not_supported"
})
