import { xchacha20poly1305 } from "@noble/ciphers/chacha.js"
import { bytesToUtf8 } from "@noble/ciphers/utils.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js"
import { Context, Layer } from "effect"
import { fingerprintOf } from "./fingerprintOf.ts"
import { hmacWith } from "./hmacWith.ts"

/** How many bytes of chance each sealing takes. */
export const nonceLength = 24

/** The fewest characters that a master secret has. */
export const minSecretLength = 32

/**
 * Keys derived from the one master secret of a deployment, which must be the same on all of its
 * processes: it signs cursors and keys card fingerprints.
 */
export class Secrets extends Context.Service<
  Secrets,
  {
    /** HMAC-SHA256 of a message under a purpose's key. */
    readonly sign: (purpose: string, message: string) => Uint8Array
    /** Returns what `sign` does. The key of each owner is computed once and kept. */
    readonly keyFor: (purpose: string, owner: string) => Uint8Array
    /**
     * SHA-256 over a purpose's key and a text, in hex: for looking up a text that nobody is to find
     * out by trying. A quarter of the work of `sign`, it vouches for nothing.
     */
    readonly fingerprint: (purpose: string, text: string) => string
    /** A text that only this deployment can read again, with a nonce of 24 bytes of chance. */
    readonly seal: (purpose: string, text: string, nonce: Uint8Array) => string
    /** The text of what was sealed for a purpose. Dies on what wasn't. */
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
    // A copy: a vault may overwrite the key that it was given.
    keyFor: (purpose, owner) => ownerKeys(purpose)(owner).slice(),
    fingerprint: (purpose, text) => fingerprintOf(prefixFor(purpose) + text)
  }
}

/** The most owners whose keys are kept. Beyond that all are dropped. */
const mostOwners = 1_000

/** Computes each owner's key once, while it is kept. */
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

/** What is made of each purpose, of which there are few, made once. */
const onceEach = <A>(make: (purpose: string) => A): ((purpose: string) => A) => {
  const made = new Map<string, A>()
  return (purpose) => {
    const known = made.get(purpose) ?? make(purpose)
    made.set(purpose, known)
    return known
  }
}
