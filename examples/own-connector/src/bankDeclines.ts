import type { DeclineTable } from "@payloom/core"

/**
 * The meaning of the bank's codes. For other codes, the scheme's code decides. Without a scheme's
 * code, a code is a soft decline that stops the cascade.
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
