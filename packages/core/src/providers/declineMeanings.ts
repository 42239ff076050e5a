import type { DeclineCategory, DeclineCode } from "./Decline.ts"
import type { DeclineMeaning, DeclineTable } from "./declineTable.ts"

/** The meanings that the codes of most providers have, by a name for decline tables. */
export const declineMeanings = {
  /** The issuer gives no reason. */
  declined: meaning("card_declined", "soft"),
  /** The issuer won't say more. */
  notHonored: meaning("do_not_honor", "soft"),
  /** Lost, stolen, closed or suspicious. Payers read the code, so it says no more than that. */
  blocked: meaning("card_declined", "hard"),
  /** The card can't be used for this kind of payment on any account. */
  unsuitable: meaning("card_declined", "hard"),
  /** The number is wrong, or belongs to no card. */
  invalidCard: meaning("invalid_card", "hard"),
  expired: meaning("expired_card", "hard"),
  noFunds: meaning("insufficient_funds", "soft"),
  limit: meaning("limit_exceeded", "soft"),
  wrongCode: meaning("incorrect_cvc", "soft"),
  /** The issuer requires an authentication of the payer. */
  stepUp: meaning("authentication_required", "authentication", "step_up"),
  /** The payer was asked, and refused or failed. */
  unauthenticated: meaning("authentication_failed", "authentication"),
  /** The issuer can't be reached. */
  unreachable: meaning("issuer_unavailable", "technical", "cascade"),
  /** The issuer's answer came too late, so the card may hold the money. */
  late: meaning("issuer_unavailable", "technical"),
  /** Something failed on the way to the issuer. */
  broken: meaning("processing_error", "technical", "cascade"),
  /** This account may not make the charge. Another account may. */
  misrouted: meaning("processing_error", "configuration", "cascade"),
  /** The account can't charge the currency. */
  currency: meaning("currency_not_supported", "configuration", "cascade"),
  /** The provider takes such a charge on no account. */
  elsewhere: meaning("processing_error", "configuration", "other_provider")
} as const satisfies Readonly<Record<string, DeclineMeaning>>

function meaning(
  code: DeclineCode,
  category: DeclineCategory,
  decision: DeclineMeaning["decision"] = "stop"
): DeclineMeaning {
  return { code, category, decision }
}

/**
 * Returns a decline table from a provider's codes, separated by blanks, by the name of their
 * meaning. `version` has to be increased with each change of a meaning.
 *
 * @example
 * declineTable({ noFunds: "51 nsf", expired: "54" })
 */
export const declineTable = (
  codes: { readonly [meaning in keyof typeof declineMeanings]?: string },
  version = 1
): DeclineTable => ({
  version,
  meanings: Object.fromEntries(
    Object.entries(codes).flatMap(([name, list]) =>
      list
        .split(" ")
        .map((code) => [code, declineMeanings[name as keyof typeof declineMeanings]] as const)
    )
  )
})
