import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  type ECDH,
  type KeyObject
} from "node:crypto"
import { Option, Schema } from "effect"

// The vault uses the platform's synchronous cryptography for its JWEs. Web Crypto would answer on
// a later turn of the event loop. A test clock can't see that, so a simulation with a seed could
// not be replayed.

/** The parts of a JWE in compact form. Neither kind used here has an encrypted key. */
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

/**
 * Unexpected properties are refused, because they may change the meaning of others, as `crit`
 * does.
 */
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

/**
 * Derives the content key of both sides (RFC 7518, 4.6.2), for A256GCM and parties without names.
 */
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

/** The platform checks that the point is on the curve, and throws otherwise. */
const sharedSecret = Option.liftThrowable((privateKey: ECDH, point: Buffer) =>
  privateKey.computeSecret(point)
)

/**
 * Decrypts a ciphertext of the card field. Returns none if it was altered, is for another key, or
 * is no JWE.
 */
export const openCardField = (privateKey: ECDH, jwe: string): Option.Option<string> =>
  Option.gen(function* () {
    const parts = yield* partsOf(jwe)
    const { epk } = yield* readFieldHeader(headerText(parts))
    const coordinates = [epk.x, epk.y].map((text) => Buffer.from(text, "base64url"))
    const point = Buffer.concat([Buffer.of(4), ...coordinates])
    return yield* decrypt(agreedKey(yield* sharedSecret(privateKey, point)), parts)
  })

const sealHeader = Buffer.from(JSON.stringify({ alg: "dir", enc: "A256GCM" })).toString("base64url")

/** The keys of {@link seal}: 32 bytes each, prepared once. */
export interface SealKeys {
  readonly content: KeyObject
  /**
   * The key that derives the initialization vector from the text, so that sealing is
   * deterministic.
   */
  readonly vector: KeyObject
}

/**
 * Encrypts a text to a JWE that only the keys can open. The same text and context give the same
 * JWE, so that a simulation can be replayed. Under another context, nobody can see that the text
 * is the same.
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

/** Decrypts a {@link seal}. Returns none if it was altered or sealed with other keys. */
export const unseal = (keys: SealKeys, jwe: string): Option.Option<string> =>
  Option.flatMap(partsOf(jwe), (parts) =>
    parts.header === sealHeader ? decrypt(keys.content, parts) : Option.none()
  )
