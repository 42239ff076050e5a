import { createHmac } from "node:crypto"

/** A fake's knowledge about the issuer of a number. */
export const issuer = { funding: "credit", country: "DE" } as const

/** Returns the brand of a number, or null for numbers that the fakes don't know. */
export const brandOf = (number: string): string | null => {
  if (number.startsWith("4")) return "visa"
  if (/^5[1-5]/.test(number)) return "mastercard"
  return /^3[47]/.test(number) ? "american-express" : null
}

/** Returns a service's fingerprint of a number. */
export const fingerprintOf = (service: string, number: string): string =>
  createHmac("sha256", service).update(number).digest("base64url")
