import { sha256 } from "@noble/hashes/sha2.js"
import { utf8ToBytes } from "@noble/hashes/utils.js"
import { Context, Layer } from "effect"
import { hmacOf } from "./hmacOf.ts"

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
  const master = sha256(utf8ToBytes(masterSecret))
  const keys = new Map<string, Uint8Array>()
  const keyFor = (purpose: string): Uint8Array => {
    const known = keys.get(purpose)
    if (known !== undefined) return known
    const key = hmacOf(master, `payloom/${purpose}`)
    keys.set(purpose, key)
    return key
  }
  return {
    sign: (purpose, message) => hmacOf(keyFor(purpose), message)
  }
}
