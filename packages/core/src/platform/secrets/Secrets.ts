import { xchacha20poly1305 } from "@noble/ciphers/chacha.js"
import { bytesToUtf8 } from "@noble/ciphers/utils.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js"
import { Context, Layer } from "effect"
import { fingerprintOf } from "./fingerprintOf.ts"
import { hmacWith } from "./hmacWith.ts"

/** The random bytes that each sealing needs. */
export const nonceLength = 24

/** The fewest characters of a master secret. */
export const minSecretLength = 32

/**
 * Keys that are derived from the master secret of a deployment. All processes of the deployment
 * must have the same master secret. It signs cursors and is the key of card fingerprints.
 */
export class Secrets extends Context.Service<
  Secrets,
  {
    /** Returns the HMAC-SHA256 of a message with a purpose's key. */
    readonly sign: (purpose: string, message: string) => Uint8Array
    /** Returns the same as `sign`. The key of each owner is computed once and kept. */
    readonly keyFor: (purpose: string, owner: string) => Uint8Array
    /**
     * Returns the SHA-256 of a purpose's key and a text, in hex. It is for looking up texts that
     * must not be found by trying. It takes a quarter of the time of `sign`, and is not a
     * signature.
     */
    readonly fingerprint: (purpose: string, text: string) => string
    /** Encrypts a text so that only this deployment can read it. `nonce` is 24 random bytes. */
    readonly seal: (purpose: string, text: string, nonce: Uint8Array) => string
    /** Decrypts a text that was sealed for a purpose. Dies on any other text. */
    readonly unseal: (purpose: string, sealed: string) => string
  }
>()("@payloom/core/platform/secrets/Secrets") {
  static readonly layer = (masterSecret: string) => Layer.sync(Secrets, () => derived(masterSecret))
}

const derived = (masterSecret: string): Secrets["Service"] => {
  const keyOf = hmacWith(sha256(utf8ToBytes(masterSecret)))
  const signerFor = onceEach((purpose) => hmacWith(keyOf(`payloom/${purpose}`)))
  const prefixFor = onceEach((purpose) => bytesToHex(keyOf(`payloom/${purpose}`)))
  const key = onceEach((purpose) => keyOf(`payloom/${purpose}`))
  const ownerKeys = onceEach((purpose) => keptFor(signerFor(purpose)))
  return {
    seal: (purpose, text, nonce) => {
      const sealed = xchacha20poly1305(key(purpose), nonce).encrypt(utf8ToBytes(text))
      return bytesToHex(nonce) + bytesToHex(sealed)
    },
    unseal: (purpose, sealed) => {
      const bytes = hexToBytes(sealed)
      const cipher = xchacha20poly1305(key(purpose), bytes.subarray(0, nonceLength))
      return bytesToUtf8(cipher.decrypt(bytes.subarray(nonceLength)))
    },
    sign: (purpose, message) => signerFor(purpose)(message),
    // A copy, because a vault may overwrite the key that it gets.
    keyFor: (purpose, owner) => ownerKeys(purpose)(owner).slice(),
    fingerprint: (purpose, text) => fingerprintOf(prefixFor(purpose) + text)
  }
}

/** The maximum number of owners whose keys are kept. When it is reached, all are dropped. */
const mostOwners = 1_000

/** Keeps each owner's key, so that it is computed once. */
const keptFor = (make: (owner: string) => Uint8Array): ((owner: string) => Uint8Array) => {
  const kept = new Map<string, Uint8Array>()
  return (owner) => {
    const known = kept.get(owner)
    if (known !== undefined) return known
    if (kept.size >= mostOwners) kept.clear()
    const made = make(owner)
    kept.set(owner, made)
    return made
  }
}

/** Computes a value for each purpose once. There are few purposes. */
const onceEach = <A>(make: (purpose: string) => A): ((purpose: string) => A) => {
  const made = new Map<string, A>()
  return (purpose) => {
    const known = made.get(purpose) ?? make(purpose)
    made.set(purpose, known)
    return known
  }
}
