import { Schema } from "effect"
import type { Named } from "../../kernel/primitives/Named.ts"
import { EventId } from "../../kernel/primitives/PublicId.ts"
import { Millis } from "../../kernel/primitives/Timestamp.ts"
import { collection } from "../../platform/storage/Collection.ts"
import { Scope, scopeKey } from "../../platform/storage/Scope.ts"

/** The position of a consumer in one part of the events, and the process that reads the part. */
export const ConsumerPart = Schema.Struct({
  id: Schema.String,
  consumer: Schema.String,
  part: Schema.Int,
  /** The position of the last event that was handled or parked. Null before the first event. */
  position: Schema.NullOr(Schema.String),
  /** The process that reads the part. Null if none does. */
  owner: Schema.NullOr(Schema.String),
  leasedUntil: Schema.NullOr(Millis),
  /** The number of events that were ever parked. It numbers them, so they are retried in order. */
  parked: Schema.Int
})
export interface ConsumerPart extends Schema.Schema.Type<typeof ConsumerPart> {}

export const ConsumerPartCollection = collection<ConsumerPart>({
  name: "consumer_parts",
  schema: ConsumerPart,
  indexes: { consumer: { of: ({ consumer }) => consumer } }
})

/** A process that shares a consumer's work. */
export const ConsumerMember = Schema.Struct({
  id: Schema.String,
  consumer: Schema.String,
  process: Schema.String,
  aliveUntil: Millis
})
export interface ConsumerMember extends Schema.Schema.Type<typeof ConsumerMember> {}

export const ConsumerMemberCollection = collection<ConsumerMember>({
  name: "consumer_members",
  schema: ConsumerMember,
  indexes: { consumer: { of: ({ consumer }) => consumer } }
})

/**
 * The status of an event that a consumer could not handle. `failing` is retried, `waiting` is
 * behind an event of the same object, and `set_aside` waits for a replay.
 */
export const ParkedStatus = Schema.Literals(["failing", "waiting", "set_aside"])
export type ParkedStatus = Named<typeof ParkedStatus.Type>

/** An event that a consumer could not handle, or that waits behind such an event. */
export const ParkedRecord = Schema.Struct({
  id: Schema.String,
  consumer: Schema.String,
  part: Schema.String,
  /** The object whose events are handled in order. */
  subject: Schema.String,
  scope: Scope,
  event: EventId,
  type: Schema.String,
  status: ParkedStatus,
  /** The number of tries. */
  tries: Schema.Int,
  /** The time of the next try. Null while it waits, and when it is set aside. */
  dueAt: Schema.NullOr(Millis),
  /** The handler's last error. Null before the first try. */
  error: Schema.NullOr(Schema.String),
  parkedAt: Millis
})
export interface ParkedRecord extends Schema.Schema.Type<typeof ParkedRecord> {}

export const ParkedCollection = collection<ParkedRecord>({
  name: "parked_events",
  schema: ParkedRecord,
  unique: { event: { of: ({ consumer, event }) => `${consumer}/${event}` } },
  indexes: {
    /**
     * The parked events of a part that are still to be tried, in the order in which they were
     * parked.
     */
    queue: { of: ({ part, status }) => (status === "set_aside" ? null : part) },
    consumer: { of: ({ consumer }) => consumer },
    status: { of: ({ status }) => status },
    scope: { of: ({ scope }) => scopeKey(scope) }
  }
})

/** The id of a part's row. */
export const partId = (consumer: string, part: number): string =>
  `${consumer}/${part.toString().padStart(2, "0")}`
