import { sha256 } from "@noble/hashes/sha2.js"
import { utf8ToBytes } from "@noble/hashes/utils.js"
import { Context, Layer } from "effect"
import { hmacWith } from "./hmacWith.ts"

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
  }
>()("@payloom/core/secrets/Secrets") {
  static readonly layer = (masterSecret: string) => Layer.sync(Secrets, () => derived(masterSecret))
}

const derived = (masterSecret: string): Secrets["Service"] => {
  const keyOf = hmacWith(sha256(utf8ToBytes(masterSecret)))
  const signers = new Map<string, (message: string) => Uint8Array>()
  const signerFor = (purpose: string) => {
    const known = signers.get(purpose)
    if (known !== undefined) return known
    const signer = hmacWith(keyOf(`payloom/${purpose}`))
    signers.set(purpose, signer)
    return signer
  }
  return { sign: (purpose, message) => signerFor(purpose)(message) }
}
