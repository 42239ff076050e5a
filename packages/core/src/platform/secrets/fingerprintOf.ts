import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"

/** What Node, Bun and Deno have built in, several times as fast; other runtimes do without. */
const native = globalThis.process?.getBuiltinModule?.("crypto")?.hash

const portable = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

/** SHA-256 of a text, in hex: how keys and tokens are stored and looked up. */
export const fingerprintOf: (text: string) => string =
  native === undefined ? portable : (text) => native("sha256", text)
