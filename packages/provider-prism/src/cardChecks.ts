import type { CardChecks, CheckResult } from "@payloom/core"

/** The meanings of a processor's codes for the issuer's checks. */
export interface CheckCodes {
  /** By the code of the security code's check. */
  readonly cvc: Readonly<Record<string, CheckResult>>
  /** By the code of the address's check: the first line, and the postal code. */
  readonly address: Readonly<Record<string, readonly [line1: CheckResult, code: CheckResult]>>
}

/** Returns the issuer's checks of a card. Null if neither code is known. */
export const cardChecks = (
  codes: CheckCodes,
  cvcCode: unknown,
  addressCode: unknown
): CardChecks | null => {
  const cvc = typeof cvcCode === "string" ? codes.cvc[cvcCode] : undefined
  const address = typeof addressCode === "string" ? codes.address[addressCode] : undefined
  const [line1, postalCode] = address ?? []
  return cvc === undefined && line1 === undefined ? null : { cvc, line1, postalCode }
}
