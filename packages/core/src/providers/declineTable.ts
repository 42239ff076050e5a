import type { DeclineAdvice, DeclineCategory, DeclineCode } from "./Decline.ts"

/** What the cascade does after a decline. */
export type DeclineDecision =
  /** Another MID may take it: try the next one. */
  | "cascade"
  /** The issuer wants the payer: ask for 3DS once. */
  | "step_up"
  /** Nobody else would take it either. */
  | "stop"

/** What a decline code means, to the payer and to the cascade. */
export interface DeclineMeaning {
  /** What a payment tells of it. */
  readonly code: DeclineCode
  /** What kind of refusal it is. */
  readonly category: DeclineCategory
  /** What the cascade does after it. */
  readonly decision: DeclineDecision
  /** What to do next, where the code alone would say otherwise. */
  readonly advice?: DeclineAdvice
}

/** A provider's own codes and what they mean; each change of a meaning raises the version. */
export interface DeclineTable {
  /** A whole number, one more with each change of a meaning. */
  readonly version: number
  /** By the provider's own code. */
  readonly meanings: Readonly<Record<string, DeclineMeaning>>
}

const meaning = (
  code: DeclineCode,
  category: DeclineCategory,
  decision: DeclineDecision
): DeclineMeaning => ({ code, category, decision })

/**
 * What the schemes' response codes (ISO 8583, field 39) mean, for raw codes that a provider's own
 * table lacks. Lost, stolen and pick-up cards say no more than "declined": the block is shown to
 * payers.
 */
export const networkDeclines: DeclineTable = {
  version: 1,
  meanings: {
    "01": meaning("do_not_honor", "soft", "stop"),
    "03": meaning("processing_error", "configuration", "cascade"),
    "04": meaning("card_declined", "hard", "stop"),
    "05": meaning("do_not_honor", "soft", "stop"),
    "07": meaning("card_declined", "hard", "stop"),
    "12": meaning("processing_error", "technical", "cascade"),
    "13": meaning("processing_error", "configuration", "stop"),
    "14": meaning("invalid_card", "hard", "stop"),
    "15": meaning("invalid_card", "hard", "stop"),
    "1A": meaning("authentication_required", "authentication", "step_up"),
    "41": meaning("card_declined", "hard", "stop"),
    "43": meaning("card_declined", "hard", "stop"),
    "46": meaning("card_declined", "hard", "stop"),
    "51": meaning("insufficient_funds", "soft", "stop"),
    "54": meaning("expired_card", "hard", "stop"),
    "57": meaning("card_declined", "hard", "stop"),
    "58": meaning("processing_error", "configuration", "cascade"),
    "59": meaning("card_declined", "hard", "stop"),
    "61": meaning("limit_exceeded", "soft", "stop"),
    "65": meaning("limit_exceeded", "soft", "stop"),
    "70": meaning("authentication_required", "authentication", "step_up"),
    "82": meaning("incorrect_cvc", "soft", "stop"),
    "91": meaning("issuer_unavailable", "technical", "cascade"),
    "96": meaning("processing_error", "technical", "cascade"),
    N7: meaning("incorrect_cvc", "soft", "stop"),
    R0: meaning("card_declined", "hard", "stop"),
    R1: meaning("card_declined", "hard", "stop")
  }
}

const unmapped = meaning("card_declined", "soft", "stop")

const own = (table: DeclineTable, code: string): DeclineMeaning | undefined =>
  Object.hasOwn(table.meanings, code) ? table.meanings[code] : undefined

/**
 * What a decline means: by the provider's own code, else by the network's, else an unmapped code
 * is a plain soft decline that stops the cascade.
 */
export const readDecline = (
  table: DeclineTable,
  rawCode: string,
  networkCode: string | null
): DeclineMeaning =>
  own(table, rawCode) ??
  (networkCode === null ? undefined : own(networkDeclines, networkCode)) ??
  unmapped
