import { createHmac, timingSafeEqual } from "node:crypto"

/** Compares two texts in constant time. */
export const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Returns the HMAC of a text, by default with SHA-256. */
export const hmac = (
  key: string | Buffer,
  text: string,
  encoding: "hex" | "base64" = "hex",
  algorithm: "sha256" | "sha512" = "sha256"
): string => createHmac(algorithm, key).update(text).digest(encoding)

/**
 * Returns true if one of the keys signed the text. An empty key counts as none, because it would
 * accept anybody's signature.
 */
export const isSignedBy = (
  keys: ReadonlyArray<string>,
  text: string,
  signature: string | undefined,
  encoding: "hex" | "base64" = "hex"
): boolean =>
  signature !== undefined &&
  signature !== "" &&
  keys.filter((key) => key !== "").some((key) => isSame(hmac(key, text, encoding), signature))
