import type { DeclineAdvice, DeclineCategory, DeclineCode } from "./Decline.ts"
import { networkDeclines } from "./networkDeclines.ts"

/** The next step of the cascade after a decline. */
export type DeclineDecision =
  /** Another MID may accept the charge: try the next MID. */
  | "cascade"
  /** No account of this provider accepts such a charge: try the next MID of another provider. */
  | "other_provider"
  /** The issuer requires an authentication: ask for 3DS once. */
  | "step_up"
  /**
   * The card's network token was refused, and its number may be accepted: charge the number on the
   * same account. Without a network token it is `stop`.
   */
  | "card_number"
  /** No other MID would accept the charge either. */
  | "stop"

/** The meaning of a decline code, for the payer and for the cascade. */
export interface DeclineMeaning {
  /** The code of the payment's decline. */
  readonly code: DeclineCode
  /** The category of the decline. */
  readonly category: DeclineCategory
  /** The next step of the cascade. */
  readonly decision: DeclineDecision
  /** The advice, if it differs from the usual advice of the code. */
  readonly advice?: DeclineAdvice
}

/** The meanings of a provider's own codes. Each change of a meaning raises the version. */
export interface DeclineTable {
  /** An integer, increased with each change of a meaning. */
  readonly version: number
  /** The meanings by the provider's own code. */
  readonly meanings: Readonly<Record<string, DeclineMeaning>>
}

const unmapped: DeclineMeaning = { code: "card_declined", category: "soft", decision: "stop" }

const own = (table: DeclineTable, code: string): DeclineMeaning | undefined =>
  Object.hasOwn(table.meanings, code) ? table.meanings[code] : undefined

/**
 * Returns the meaning of a code in the provider's table or the network's. Undefined if neither has
 * it.
 */
export const knownDecline = (
  table: DeclineTable,
  rawCode: string,
  networkCode: string | null
): DeclineMeaning | undefined =>
  own(table, rawCode) ?? (networkCode === null ? undefined : own(networkDeclines, networkCode))

/**
 * Returns the meaning of a decline. The provider's own code has precedence over the network's. An
 * unmapped code is a soft decline that stops the cascade.
 */
export const readDecline = (
  table: DeclineTable,
  rawCode: string,
  networkCode: string | null
): DeclineMeaning => knownDecline(table, rawCode, networkCode) ?? unmapped
