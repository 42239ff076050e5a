import type { Conduct } from "./FakeBooks.ts"

/** The behavior of cards by their number: test cards of the sandbox's vault. */
const byNumber: Readonly<Record<string, Conduct>> = {
  "4000000000009995": "insufficient_funds",
  "4000000001000019": "do_not_honor",
  "4000000000000069": "expired_card",
  "4000000000000127": "incorrect_cvc",
  "4100000000000019": "fraud",
  "4000000001000035": "issuer_unavailable",
  "4000000002000067": "authentication_required",
  "4000000002000059": "asks",
  "4000000002000117": "waits",
  "4000056655665556": "approves_half",
  // The network token of a card whose own number is approved.
  "9000000004000081": "expired_card"
}

/** Returns true for the cryptogram of a network token, in Base64. */
export const isCryptogram = (value: unknown): value is string =>
  typeof value === "string" && /^[A-Za-z0-9+/]{16,}={0,2}$/.test(value)

/** Returns the issuer's decision about a card. Other cards are approved. */
export const conductOf = (number: string): Conduct =>
  Object.hasOwn(byNumber, number) ? (byNumber[number] ?? "approves") : "approves"

/**
 * Returns the issuer's decision about a token of the processor's. The token's end names it, such
 * as `tok_insufficient_funds`. Other tokens are approved.
 */
export const conductOfToken = (token: string): Conduct =>
  conducts.find((conduct) => token.endsWith(conduct)) ?? "approves"

const conducts = [
  "asks",
  "waits",
  ...new Set(Object.values(byNumber))
] as const satisfies ReadonlyArray<Conduct>
