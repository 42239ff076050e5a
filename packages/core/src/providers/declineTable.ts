import type { DeclineAdvice, DeclineCategory, DeclineCode } from "./Decline.ts"
import { networkDeclines } from "./networkDeclines.ts"

/** What the cascade does after a decline. */
export type DeclineDecision =
  /** Another MID may take it: try the next one. */
  | "cascade"
  /** The provider takes such a request on no account: try the next one of another provider. */
  | "other_provider"
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

const unmapped: DeclineMeaning = { code: "card_declined", category: "soft", decision: "stop" }

const own = (table: DeclineTable, code: string): DeclineMeaning | undefined =>
  Object.hasOwn(table.meanings, code) ? table.meanings[code] : undefined

/** What a code means by the provider's table or the network's; undefined if neither has it. */
export const knownDecline = (
  table: DeclineTable,
  rawCode: string,
  networkCode: string | null
): DeclineMeaning | undefined =>
  own(table, rawCode) ?? (networkCode === null ? undefined : own(networkDeclines, networkCode))

/**
 * What a decline means: by the provider's own code, else by the network's, else an unmapped code
 * is a plain soft decline that stops the cascade.
 */
export const readDecline = (
  table: DeclineTable,
  rawCode: string,
  networkCode: string | null
): DeclineMeaning => knownDecline(table, rawCode, networkCode) ?? unmapped
