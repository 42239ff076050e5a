import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  type ECDH,
  type KeyObject
} from "node:crypto"
import { Option, Schema } from "effect"

// The vault reads and writes its JWEs with the platform's synchronous primitives, not with Web
// Crypto: that answers on a later turn of the event loop, which a test clock can't see, and a
// simulation under a seed would no longer replay.

/** A JWE in compact form, taken apart; both kinds used here have no encrypted key. */
interface Parts {
  readonly header: string
  readonly iv: Buffer
  readonly ciphertext: Buffer
  readonly tag: Buffer
}

const base64url = /^[\w-]+$/

const partsOf = (jwe: string): Option.Option<Parts> => {
  const [header = "", encryptedKey, iv = "", ciphertext = "", tag = "", ...rest] = jwe.split(".")
  const isCompact = [header, iv, ciphertext, tag].every((part) => base64url.test(part))
  if (!isCompact || encryptedKey !== "" || rest.length > 0) return Option.none()
  const bytes = (part: string) => Buffer.from(part, "base64url")
  const parts = { header, iv: bytes(iv), ciphertext: bytes(ciphertext), tag: bytes(tag) }
  return parts.iv.length === 12 && parts.tag.length === 16 ? Option.some(parts) : Option.none()
}

const decrypt = Option.liftThrowable((key: Buffer | KeyObject, parts: Parts): string => {
  const decipher = createDecipheriv("aes-256-gcm", key, parts.iv, { authTagLength: 16 })
  decipher.setAAD(Buffer.from(parts.header, "ascii"))
  decipher.setAuthTag(parts.tag)
  const opened = Buffer.concat([decipher.update(parts.ciphertext), decipher.final()])
  return opened.toString("utf8")
})

/** Strict: a property that is not expected may change what the rest means, as `crit` does. */
const strict = { onExcessProperty: "error" } as const

const headerText = (parts: Parts): string => Buffer.from(parts.header, "base64url").toString("utf8")

const readFieldHeader = Schema.decodeUnknownOption(
  Schema.fromJsonString(
    Schema.Struct({
      alg: Schema.Literal("ECDH-ES"),
      enc: Schema.Literal("A256GCM"),
      epk: Schema.Struct({
        kty: Schema.Literal("EC"),
        crv: Schema.Literal("P-256"),
        x: Schema.String,
        y: Schema.String
      })
    })
  ),
  strict
)

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** The content key that both sides agree on (RFC 7518, 4.6.2), for A256GCM and nameless parties. */
const agreedKey = (secret: Buffer): Buffer =>
  createHash("sha256")
    .update(uint32(1))
    .update(secret)
    .update(uint32("A256GCM".length))
    .update("A256GCM")
    .update(uint32(0))
    .update(uint32(0))
    .update(uint32(256))
    .digest()

/** A point that lies off the curve throws: the platform checks it. */
const sharedSecret = Option.liftThrowable((privateKey: ECDH, point: Buffer) =>
  privateKey.computeSecret(point)
)

/** What the card field encrypted; none where it was altered, is for another key or is no JWE. */
export const openCardField = (privateKey: ECDH, jwe: string): Option.Option<string> =>
  Option.gen(function* () {
    const parts = yield* partsOf(jwe)
    const { epk } = yield* readFieldHeader(headerText(parts))
    const coordinates = [epk.x, epk.y].map((text) => Buffer.from(text, "base64url"))
    const point = Buffer.concat([Buffer.of(4), ...coordinates])
    return yield* decrypt(agreedKey(yield* sharedSecret(privateKey, point)), parts)
  })

const sealHeader = Buffer.from(JSON.stringify({ alg: "dir", enc: "A256GCM" })).toString("base64url")

/** What {@link seal} works with: both keys are 32 bytes, made ready once. */
export interface SealKeys {
  readonly content: KeyObject
  /** Makes the initialisation vector from the text, so that the same text seals the same. */
  readonly vector: KeyObject
}

/**
 * Encrypts a text to a JWE that holds all of it, for whoever has the keys. The same text with the
 * same context gives the same JWE, so a simulation replays; under another context it can't be told
 * to be the same text.
 */
export const seal = (keys: SealKeys, text: string, context: Uint8Array): string => {
  const contextHash = createHash("sha256").update(context).digest()
  const mac = createHmac("sha256", keys.vector).update(contextHash).update(text).digest()
  const iv = mac.subarray(0, 12)
  const cipher = createCipheriv("aes-256-gcm", keys.content, iv)
  cipher.setAAD(Buffer.from(sealHeader, "ascii"))
  const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
  const parts = [iv, ciphertext, cipher.getAuthTag()].map((part) => part.toString("base64url"))
  return [sealHeader, "", ...parts].join(".")
}

/** The text of a {@link seal}; none where it was altered or sealed under other keys. */
export const unseal = (keys: SealKeys, jwe: string): Option.Option<string> =>
  Option.flatMap(partsOf(jwe), (parts) =>
    parts.header === sealHeader ? decrypt(keys.content, parts) : Option.none()
  )
