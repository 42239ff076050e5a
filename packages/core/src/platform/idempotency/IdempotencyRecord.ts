import { Schema } from "effect"
import { receivedValue } from "../../kernel/input/receivedValue.ts"
import { dayMs } from "../../kernel/primitives/durations.ts"
import { IdempotencyRecordId } from "../../kernel/primitives/PublicId.ts"
import { Millis } from "../../kernel/primitives/Timestamp.ts"
import { collection } from "../storage/Collection.ts"
import { IdempotencyKeyInvalid } from "./errors.ts"

/** Milliseconds for which a key answers for its request (spec 4 and 8). */
export const keyRetentionMs = dayMs

const longestKey = 255

/** Whether a text may be a key: 1 to 255 printable ASCII characters, no space at either end. */
export const isIdempotencyKey = (key: unknown): key is string =>
  typeof key === "string" && /^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(key)

/** Why a text is no key. The key itself is not repeated. */
export const idempotencyKeyInvalid = (key: unknown): IdempotencyKeyInvalid =>
  new IdempotencyKeyInvalid({
    given: typeof key === "string" ? flawOf(key) : `is ${receivedValue(key, [])}`
  })

const flawOf = (key: string): string => {
  if (key === "") return "is empty"
  if (key.length > longestKey) return `has ${key.length} characters`
  const strange = key.search(/[^\x20-\x7e]/)
  return strange === -1
    ? "begins or ends with a space"
    : `has a character of another kind in place ${strange + 1}`
}

/**
 * A key that was used: with its answer once there is one. A record without an answer is a request
 * that still runs, or one that was refused or crashed and whose key stays held.
 */
export const IdempotencyRecord = Schema.Struct({
  id: IdempotencyRecordId,
  /** The name of the operation: the same key on another endpoint is another request. */
  endpoint: Schema.String,
  /**
   * A keyed hash of endpoint and key, 128 bits in hex. What was sent may be anything, a card's
   * number too; and keys come in no order, so the shorter they are the fewer pages they are on.
   */
  keyHash: Schema.String,
  /** SHA-256 over the operation, its path ids and its decoded body. */
  fingerprint: Schema.String,
  /** The API revision that the answer is encoded for. */
  serviceVersion: Schema.String,
  /** The exact response body. */
  answer: Schema.NullOr(Schema.String),
  created: Millis
})
export interface IdempotencyRecord extends Schema.Schema.Type<typeof IdempotencyRecord> {}

export const IdempotencyRecordCollection = collection<IdempotencyRecord>({
  name: "idempotency_records",
  schema: IdempotencyRecord,
  unique: { request: { of: ({ keyHash }) => keyHash } },
  sweepable: true
})
