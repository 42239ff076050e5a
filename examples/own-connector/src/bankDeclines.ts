import type { DeclineTable } from "@payloom/core"

/**
 * What the bank's codes mean. One that isn't here means what the scheme's code beside it does, and
 * without that a soft decline that no other account is asked about.
 */
export const bankDeclines: DeclineTable = {
  version: 1,
  meanings: {
    no_funds: { code: "insufficient_funds", category: "soft", decision: "stop" },
    stolen: { code: "card_declined", category: "hard", decision: "stop" },
    no_line_to_issuer: { code: "issuer_unavailable", category: "technical", decision: "cascade" },
    payer_refused: { code: "authentication_failed", category: "authentication", decision: "stop" },
    canceled: { code: "authentication_failed", category: "authentication", decision: "stop" }
  }
}
