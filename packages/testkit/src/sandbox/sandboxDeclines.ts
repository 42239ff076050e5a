import type { DeclineTable } from "@payloom/core"

/**
 * The decline codes of the sandbox's bank and their meanings, in the form of a provider's table.
 * `unheard_of` is missing on purpose. It shows the result of an unmapped code.
 */
export const sandboxDeclines = {
  version: 1,
  meanings: {
    nsf: { code: "insufficient_funds", category: "soft", decision: "stop" },
    generic_decline: { code: "card_declined", category: "soft", decision: "stop" },
    suspected_fraud: { code: "card_declined", category: "hard", decision: "stop" },
    lost_card: { code: "card_declined", category: "hard", decision: "stop" },
    stolen_card: { code: "card_declined", category: "hard", decision: "stop" },
    do_not_honor: { code: "do_not_honor", category: "soft", decision: "stop" },
    expired_card: { code: "expired_card", category: "hard", decision: "stop" },
    no_such_card: { code: "invalid_card", category: "hard", decision: "stop" },
    unreadable_card: { code: "invalid_card", category: "configuration", decision: "stop" },
    cvc_mismatch: { code: "incorrect_cvc", category: "soft", decision: "stop" },
    over_limit: { code: "limit_exceeded", category: "soft", decision: "stop" },
    issuer_down: { code: "issuer_unavailable", category: "technical", decision: "cascade" },
    system_error: { code: "processing_error", category: "technical", decision: "cascade" },
    acquirer_refused: { code: "card_declined", category: "soft", decision: "cascade" },
    card_currency: { code: "currency_not_supported", category: "configuration", decision: "stop" },
    account_currency: {
      code: "currency_not_supported",
      category: "configuration",
      decision: "cascade"
    },
    account_method: { code: "method_unavailable", category: "configuration", decision: "cascade" },
    account_number_missing: {
      code: "processing_error",
      category: "configuration",
      decision: "stop",
      advice: "correct_details"
    },
    amount_refused: {
      code: "processing_error",
      category: "configuration",
      decision: "other_provider",
      advice: "use_another_method"
    },
    account_capture: { code: "processing_error", category: "configuration", decision: "cascade" },
    token_refused: { code: "card_declined", category: "soft", decision: "card_number" },
    sca_required: {
      code: "authentication_required",
      category: "authentication",
      decision: "step_up"
    },
    sca_failed: { code: "authentication_failed", category: "authentication", decision: "stop" },
    payer_too_late: { code: "authentication_failed", category: "authentication", decision: "stop" },
    payer_canceled: { code: "authentication_failed", category: "authentication", decision: "stop" }
  }
} as const satisfies DeclineTable

/** The schemes' response codes (ISO 8583, field 39) of the issuer's declines. */
const networkCodes: Readonly<Record<string, string>> = {
  nsf: "51",
  generic_decline: "05",
  suspected_fraud: "59",
  lost_card: "41",
  stolen_card: "43",
  do_not_honor: "05",
  expired_card: "54",
  no_such_card: "14",
  cvc_mismatch: "N7",
  over_limit: "61",
  issuer_down: "91",
  system_error: "96",
  sca_required: "1A"
}

/** Returns the scheme's code of a raw code, or null if the decline is not the issuer's. */
export const networkCodeOf = (rawCode: string): string | null =>
  Object.hasOwn(networkCodes, rawCode) ? (networkCodes[rawCode] ?? null) : null
