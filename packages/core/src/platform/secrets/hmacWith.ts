import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { utf8ToBytes } from "@noble/hashes/utils.js"

/** What Node, Bun and Deno have built in, several times as fast; other runtimes do without. */
const native = globalThis.process?.getBuiltinModule?.("crypto")

/** HMAC-SHA256 of texts under a key, which is made ready once: that takes longer than a text. */
export const hmacWith: (key: Uint8Array) => (message: string) => Uint8Array =
  native === undefined
    ? (key) => (message) => hmac(sha256, key, utf8ToBytes(message))
    : (key) => {
        const ready = native.createSecretKey(key)
        return (message) =>
          new Uint8Array(native.createHmac("sha256", ready).update(message).digest())
      }
