import { Schema } from "effect"
import { receivedValue } from "../../kernel/input/receivedValue.ts"
import { dayMs } from "../../kernel/primitives/durations.ts"
import { IdempotencyRecordId } from "../../kernel/primitives/PublicId.ts"
import { Millis } from "../../kernel/primitives/Timestamp.ts"
import { collection } from "../storage/Collection.ts"
import { IdempotencyKeyInvalid } from "./errors.ts"

/** The time for which a key is kept, in milliseconds. */
export const keyRetentionMs = dayMs

const longestKey = 255

/** Returns true for a valid key: 1 to 255 printable ASCII characters, no space at either end. */
export const isIdempotencyKey = (key: unknown): key is string =>
  typeof key === "string" && /^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(key)

/** Returns the reason why a key is not valid. The key itself is not repeated. */
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
    : `has another kind of character at position ${strange + 1}`
}

/**
 * A used key, with its answer once there is one. A record without an answer belongs to a request
 * that is still running, or to one that was refused or crashed and still holds the key.
 */
export const IdempotencyRecord = Schema.Struct({
  id: IdempotencyRecordId,
  /** The name of the operation. The same key with another operation is another request. */
  endpoint: Schema.String,
  /**
   * A keyed hash of the operation and the key: 128 bits in hex. A hash, because a key may contain
   * anything, even a card number. Short, because keys have no order, so a smaller index has fewer
   * pages.
   */
  keyHash: Schema.String,
  /** SHA-256 of the operation, its path ids and its decoded body. */
  fingerprint: Schema.String,
  /** The API revision of the answer. */
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
