import { createECDH, type ECDH, hkdfSync } from "node:crypto"
import type { CardFieldKey } from "./cardField.ts"

/** Derives a key of 32 bytes for one purpose. The same secret gives the same key. */
export const sandboxKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", secret, "payloom/sandbox", purpose, 32))

/** The order of P-256's group. A private key is below it and not zero. */
const groupOrder = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** The key pair for which card details are encrypted. */
export interface CardFieldKeyPair {
  readonly publicKey: CardFieldKey
  readonly privateKey: ECDH
}

/** Derives the key pair of a secret, so that it need not be stored to survive a restart. */
export const cardFieldKeyPair = (secret: string): CardFieldKeyPair => {
  const seed = BigInt(`0x${sandboxKey(secret, "card field").toString("hex")}`)
  const scalar = (seed % (groupOrder - 1n)) + 1n
  const privateKey = createECDH("prime256v1")
  privateKey.setPrivateKey(scalar.toString(16).padStart(64, "0"), "hex")
  const point = privateKey.getPublicKey()
  const coordinate = (from: number) => point.subarray(from, from + 32).toString("base64url")
  return { publicKey: { kty: "EC", crv: "P-256", x: coordinate(1), y: coordinate(33) }, privateKey }
}
