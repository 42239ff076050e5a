import { merchantAdviceCodes, type NetworkAdvice } from "@payloom/core"

/** Returns the meaning of Mastercard's merchant advice code, or null if it advises nothing. */
export const adviceOf = (code: unknown): NetworkAdvice | null =>
  typeof code === "string" && Object.hasOwn(merchantAdviceCodes, code)
    ? (merchantAdviceCodes[code] ?? null)
    : null
