import { declineTable } from "@payloom/core"

/**
 * The issuers' response codes on Airwallex's page, up to 76, and those of its page about advice
 * codes. Other codes have the schemes' meaning. Airwallex's own codes of declines follow them.
 */
export const airwallexDeclines = declineTable({
  notHonored: "05",
  declined:
    "01 02 06 08 10 11 12 20 21 22 25 55 64 70 71 79 82 83 " +
    "issuer_declined provider_declined cancelled",
  blocked: "04 07 41 43 46 59 62 63 risk_declined",
  unsuitable: "39 52 53 57",
  invalidCard: "14 15",
  expired: "54",
  noFunds: "51",
  limit: "61 75",
  stepUp: "65 authentication_required",
  unauthenticated: "authentication_declined 3ds_not_supported no_3ds_liability_shift",
  unreachable: "28 issuer_unavailable",
  broken: "19 30 76 provider_unavailable",
  misrouted:
    "03 13 58 amount_above_limit amount_below_limit card_brand_not_supported configuration_error " +
    "frequency_above_limit payment_method_not_allowed rejected_by_routing_rules " +
    "suspended_from_online_payments",
  currency: "currency_not_supported"
})
