import type { DeclineCategory, DeclineCode, DeclineMeaning, DeclineTable } from "@payloom/core"

/** The meanings that decline tables share. */
export const means = {
  declined: meaning("card_declined", "soft"),
  notHonored: meaning("do_not_honor", "soft"),
  /** Lost, stolen, closed or suspicious. Payers read the code, so it says no more than that. */
  blocked: meaning("card_declined", "hard"),
  invalidCard: meaning("invalid_card", "hard"),
  expired: meaning("expired_card", "hard"),
  noFunds: meaning("insufficient_funds", "soft"),
  limit: meaning("limit_exceeded", "soft"),
  wrongCode: meaning("incorrect_cvc", "soft"),
  stepUp: meaning("authentication_required", "authentication", "step_up"),
  unauthenticated: meaning("authentication_failed", "authentication"),
  unreachable: meaning("issuer_unavailable", "technical", "cascade"),
  broken: meaning("processing_error", "technical", "cascade"),
  /** This account may not make the charge. Another account may. */
  misrouted: meaning("processing_error", "configuration", "cascade"),
  currency: meaning("currency_not_supported", "configuration", "cascade"),
  /** The processor takes such a request on no account. */
  elsewhere: meaning("processing_error", "configuration", "other_provider")
} as const satisfies Readonly<Record<string, DeclineMeaning>>

function meaning(
  code: DeclineCode,
  category: DeclineCategory,
  decision: DeclineMeaning["decision"] = "stop"
): DeclineMeaning {
  return { code, category, decision }
}

/** Returns a decline table from lists of codes, separated by blanks, by their meaning. */
export const declineTable = (
  codes: Readonly<Partial<Record<keyof typeof means, string>>>
): DeclineTable => ({
  version: 1,
  meanings: Object.fromEntries(
    Object.entries(codes).flatMap(([name, list]) =>
      list.split(" ").map((code) => [code, means[name as keyof typeof means]])
    )
  )
})
