import { Schema } from "effect"
import type { Named } from "../../kernel/primitives/Named.ts"
import { EventId } from "../../kernel/primitives/PublicId.ts"
import { Millis } from "../../kernel/primitives/Timestamp.ts"
import { collection } from "../../platform/storage/Collection.ts"
import { Scope } from "../../platform/storage/Scope.ts"

/** How far a consumer has come in one part of the events, and who reads it now. */
export const ConsumerPart = Schema.Struct({
  id: Schema.String,
  consumer: Schema.String,
  part: Schema.Int,
  /** Of the last event that was handled or parked; null before any was. */
  position: Schema.NullOr(Schema.String),
  /** The process that reads it; null where none does. */
  owner: Schema.NullOr(Schema.String),
  leasedUntil: Schema.NullOr(Millis),
  /** How many events were ever parked: they are tried in that order. */
  parked: Schema.Int
})
export interface ConsumerPart extends Schema.Schema.Type<typeof ConsumerPart> {}

export const ConsumerPartCollection = collection<ConsumerPart>({
  name: "consumer_parts",
  schema: ConsumerPart,
  indexes: { consumer: { of: ({ consumer }) => consumer } }
})

/** A process that takes part in a consumer's work. */
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
 * Where an event stands that a consumer could not handle: `failing` is tried again, `waiting` is
 * behind one of the same object, `set_aside` waits for a replay.
 */
export const ParkedStatus = Schema.Literals(["failing", "waiting", "set_aside"])
export type ParkedStatus = Named<typeof ParkedStatus.Type>

/** An event that a consumer could not handle, or that is behind such a one. */
export const ParkedRecord = Schema.Struct({
  id: Schema.String,
  consumer: Schema.String,
  part: Schema.String,
  /** What its events stay in order of. */
  subject: Schema.String,
  scope: Scope,
  event: EventId,
  type: Schema.String,
  status: ParkedStatus,
  /** How often it was tried. */
  tries: Schema.Int,
  /** When it is tried next; null where it waits, or is set aside. */
  dueAt: Schema.NullOr(Millis),
  /** What the handler failed with last; null before. */
  error: Schema.NullOr(Schema.String),
  parkedAt: Millis
})
export interface ParkedRecord extends Schema.Schema.Type<typeof ParkedRecord> {}

export const ParkedCollection = collection<ParkedRecord>({
  name: "parked_events",
  schema: ParkedRecord,
  unique: { event: { of: ({ consumer, event }) => `${consumer}/${event}` } },
  indexes: {
    /** Those that are still to be tried of a part, in the order in which they were parked. */
    queue: { of: ({ part, status }) => (status === "set_aside" ? null : part) },
    consumer: { of: ({ consumer }) => consumer },
    status: { of: ({ status }) => status }
  }
})

/** The id of a part's row. */
export const partId = (consumer: string, part: number): string =>
  `${consumer}/${part.toString().padStart(2, "0")}`
