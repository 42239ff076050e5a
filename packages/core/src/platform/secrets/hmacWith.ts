import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { utf8ToBytes } from "@noble/hashes/utils.js"

/** The native HMAC of Node, Bun and Deno. It is several times as fast. Other runtimes lack it. */
const native = globalThis.process?.getBuiltinModule?.("crypto")

/**
 * Returns a function for the HMAC-SHA256 of texts with a key. The key is prepared once, because
 * that takes longer than a text.
 */
export const hmacWith: (key: Uint8Array) => (message: string) => Uint8Array =
  native === undefined
    ? (key) => (message) => hmac(sha256, key, utf8ToBytes(message))
    : (key) => {
        const ready = native.createSecretKey(key)
        return (message) =>
          new Uint8Array(native.createHmac("sha256", ready).update(message).digest())
      }
