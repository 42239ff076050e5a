import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"

/** The native hash of Node, Bun and Deno. It is several times as fast. Other runtimes lack it. */
const native = globalThis.process?.getBuiltinModule?.("crypto")?.hash

const portable = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

/** Returns the SHA-256 of bytes in hex. */
export const fingerprintOfBytes: (data: Uint8Array) => string =
  native === undefined ? (data) => bytesToHex(sha256(data)) : (data) => native("sha256", data)

/** Returns the SHA-256 of a text in hex. Keys and tokens are stored and looked up by it. */
export const fingerprintOf: (text: string) => string =
  native === undefined ? portable : (text) => native("sha256", text)
