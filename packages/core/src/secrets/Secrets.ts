import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { utf8ToBytes } from "@noble/hashes/utils.js"
import { Context, Effect, Layer, Schema } from "effect"

const minSecretLength = 32

/** The master secret has fewer than 32 characters. */
export class SecretTooShort extends Schema.TaggedError<SecretTooShort>()("SecretTooShort", {
  minLength: Schema.Int
}) {}

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
  static readonly layer = (masterSecret: string) =>
    Layer.effect(
      Secrets,
      masterSecret.length < minSecretLength
        ? Effect.fail(new SecretTooShort({ minLength: minSecretLength }))
        : Effect.sync(() => derived(masterSecret))
    )
}

const derived = (masterSecret: string): Secrets["Service"] => {
  const master = sha256(utf8ToBytes(masterSecret))
  const keys = new Map<string, Uint8Array>()
  const keyFor = (purpose: string): Uint8Array => {
    const known = keys.get(purpose)
    if (known !== undefined) return known
    const key = hmac(sha256, master, utf8ToBytes(`payloom/${purpose}`))
    keys.set(purpose, key)
    return key
  }
  return {
    sign: (purpose, message) => hmac(sha256, keyFor(purpose), utf8ToBytes(message))
  }
}
