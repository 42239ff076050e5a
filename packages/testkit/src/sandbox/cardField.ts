import { CompactEncrypt } from "jose"

/** The card details that a payer enters. */
export interface CardDetails {
  /** Digits. Spaces and dashes are removed. */
  readonly number: string
  /** 1 to 12. */
  readonly expMonth: number
  /** Four digits, or two digits for this century. */
  readonly expYear: number
  readonly cvc: string
  readonly holder?: string
}

/** A card vault's public key: a JSON Web Key on P-256, safe for every browser. */
export interface CardFieldKey {
  readonly kty: "EC"
  readonly crv: "P-256"
  readonly x: string
  readonly y: string
}

/**
 * Encrypts card details for the vault, in the payer's browser. It replaces a real card field in
 * the sandbox. Only the ciphertext, a JWE in compact form (ECDH-ES, A256GCM), goes to the
 * merchant's server. It checks nothing. The vault refuses invalid cards.
 *
 * Runs in every environment with Web Crypto. Rejects only if the key is invalid.
 *
 * @example
 * ```ts
 * import { encryptCard } from "@payloom/testkit/card-field"
 *
 * const ciphertext = await encryptCard(
 *   { number: "4242 4242 4242 4242", expMonth: 12, expYear: 2034, cvc: "123" },
 *   publicKey
 * )
 * ```
 */
export const encryptCard = async (card: CardDetails, publicKey: CardFieldKey): Promise<string> => {
  const details = {
    number: card.number.replace(/[\s-]/g, ""),
    exp_month: card.expMonth,
    exp_year: card.expYear < 100 ? 2000 + card.expYear : card.expYear,
    cvc: card.cvc,
    ...(card.holder === undefined ? {} : { holder: card.holder })
  }
  const key = await importedKey(publicKey)
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(details)))
    .setProtectedHeader({ alg: "ECDH-ES", enc: "A256GCM" })
    .encrypt(key)
}

/** The last imported key, because a page encrypts for one vault. */
let latest: { readonly x: string; readonly y: string; readonly key: Promise<CryptoKey> } | undefined

const importedKey = (publicKey: CardFieldKey): Promise<CryptoKey> => {
  const { x, y } = publicKey
  if (latest?.x !== x || latest.y !== y) {
    const curve = { name: "ECDH", namedCurve: "P-256" }
    // Imported by the platform, so that a page loads only the encrypting part of jose.
    latest = { x, y, key: crypto.subtle.importKey("jwk", { ...publicKey }, curve, false, []) }
  }
  return latest.key
}
