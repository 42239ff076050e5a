import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { utf8ToBytes } from "@noble/hashes/utils.js"

/** What Node, Bun and Deno have built in, several times as fast; other runtimes do without. */
const native = globalThis.process?.getBuiltinModule?.("crypto")?.createHmac

/** HMAC-SHA256 of a text under a key. */
export const hmacOf: (key: Uint8Array, message: string) => Uint8Array =
  native === undefined
    ? (key, message) => hmac(sha256, key, utf8ToBytes(message))
    : (key, message) => new Uint8Array(native("sha256", key).update(message).digest())
