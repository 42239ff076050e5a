import { equalBytes } from "@noble/ciphers/utils.js"
import { hmac } from "@noble/hashes/hmac.js"
import { sha256, sha512 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"

/** A signature by HMAC. */
export interface HmacSignature {
  /** The key, as a text or as bytes. */
  readonly key: string | Uint8Array
  /** The signed text. */
  readonly text: string
  /** The signature that was given. Undefined if none was. */
  readonly signature: string | undefined
  /** `sha256` if absent. */
  readonly algorithm?: "sha256" | "sha512"
  /** `hex` if absent. */
  readonly encoding?: "hex" | "base64"
}

const hashes = { sha256, sha512 } as const

/**
 * Returns true if a key signed a text by HMAC. Compares in constant time. An empty key has signed
 * nothing, because anybody knows it.
 */
export const isHmac = (given: HmacSignature): boolean => {
  const { key, text, signature = "", algorithm = "sha256", encoding = "hex" } = given
  if (signature === "" || key.length === 0) return false
  const keyBytes = typeof key === "string" ? utf8ToBytes(key) : key
  const expected = hmac(hashes[algorithm], keyBytes, utf8ToBytes(text))
  return encoding === "hex"
    ? isSameText(bytesToHex(expected), signature.toLowerCase())
    : isSameText(withoutPadding(btoa(String.fromCharCode(...expected))), withoutPadding(signature))
}

/** Returns true if two texts are the same. Takes the same time for all texts of the same length. */
export const isSameText = (one: string, other: string): boolean =>
  equalBytes(utf8ToBytes(one), utf8ToBytes(other))

/** Returns base64 in the alphabet of most providers. Some write `-` and `_` for `+` and `/`. */
const withoutPadding = (base64: string): string =>
  base64.replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, "")
