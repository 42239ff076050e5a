import { createHmac, timingSafeEqual } from "node:crypto"

/** A signature by HMAC. */
export interface HmacSignature {
  readonly key: string
  /** The signed text. */
  readonly text: string
  /** The signature that was given. Undefined if none was. */
  readonly signature: string | undefined
  /** `sha256` if absent. */
  readonly algorithm?: "sha256" | "sha512"
  /** `hex` if absent. */
  readonly encoding?: "hex" | "base64"
}

/**
 * Returns true if a key signed a text by HMAC. Compares in constant time. An empty key has signed
 * nothing, because anybody knows it.
 */
export const isHmac = (given: HmacSignature): boolean => {
  const { key, text, signature, algorithm = "sha256", encoding = "hex" } = given
  if (signature === undefined || signature === "" || key === "") return false
  const expected = createHmac(algorithm, key).update(text).digest()
  const theirs = Buffer.from(signature, encoding)
  return theirs.length === expected.length && timingSafeEqual(theirs, expected)
}
