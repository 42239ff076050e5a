import type { EventId } from "../../kernel/primitives/PublicId.ts"
import { timestampOf } from "../../kernel/primitives/Timestamp.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { recordEvent } from "../../platform/events/recordEvent.ts"
import type { Change } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import type { ParkedRecord, ParkedStatus } from "./ConsumerRows.ts"

/** An event that a consumer could not handle, or that is behind such a one of the same object. */
export interface ParkedEvent {
  readonly object: "parked_event"
  /** Names the consumer, and its place among what was parked. */
  readonly id: string
  /** The name of the consumer. */
  readonly consumer: string
  /** The id of the event, which `replay` takes. */
  readonly event: EventId
  /** What happened. */
  readonly type: string
  /** Whose it is, and in which mode. */
  readonly scope: Scope
  /**
   * `failing` is tried again, `waiting` is behind one of the same object, `set_aside` waits for a
   * replay: those behind it have gone on.
   */
  readonly status: ParkedStatus
  /** How often it was tried. */
  readonly tries: number
  /** When it is tried next, in milliseconds since the epoch; null where it waits. */
  readonly dueAt: number | null
  /** What the handler failed with last; null before. */
  readonly error: string | null
  /** When it was parked, in milliseconds since the epoch. */
  readonly parkedAt: number
}

/** The resource of a parked event. */
export const toParkedEvent = (row: ParkedRecord): ParkedEvent => ({
  object: "parked_event",
  id: row.id,
  consumer: row.consumer,
  event: row.event,
  type: row.type,
  scope: row.scope,
  status: row.status,
  tries: row.tries,
  dueAt: row.dueAt,
  error: row.error,
  parkedAt: row.parkedAt
})

/** An event that was set aside, as an alert carries it. */
export interface ParkedEventJson {
  readonly object: "parked_event"
  readonly id: string
  /** The name of the consumer. */
  readonly consumer: string
  /** The id of the event, which `replay` takes. */
  readonly event: string
  /** What happened. */
  readonly type: string
  readonly status: ParkedStatus
  /** How often it was tried. */
  readonly tries: number
  /** What the handler failed with last. */
  readonly error: string | null
  /** When it was parked, in RFC 3339. */
  readonly parked_at: string
}

const show = (row: ParkedRecord): ParkedEventJson => ({
  object: "parked_event",
  id: row.id,
  consumer: row.consumer,
  event: row.event,
  type: row.type,
  status: row.status,
  tries: row.tries,
  error: row.error,
  parked_at: timestampOf(row.parkedAt)
})

/** Tells whoever watches over the engine of an event that a consumer gave up. */
export const recordSetAside = (
  commit: CommitContext,
  parked: Stored<ParkedRecord>
): ReadonlyArray<Change> => recordEvent(commit, "alert.event_set_aside", parked, { show })
