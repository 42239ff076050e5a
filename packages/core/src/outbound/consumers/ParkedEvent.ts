import type { EventId } from "../../kernel/primitives/PublicId.ts"
import { timestampOf } from "../../kernel/primitives/Timestamp.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { recordEvent } from "../../platform/events/recordEvent.ts"
import type { Change } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import type { ParkedRecord, ParkedStatus } from "./ConsumerRows.ts"

/**
 * An event that a consumer could not handle, or that waits behind such an event of the same object.
 */
export interface ParkedEvent {
  readonly object: "parked_event"
  /** The id: the consumer's name, and the event's number among the parked events. */
  readonly id: string
  /** The name of the consumer. */
  readonly consumer: string
  /** The id of the event, which `replay` takes. */
  readonly event: EventId
  /** The type of the event. */
  readonly type: string
  /** The tenant and the mode. */
  readonly scope: Scope
  /**
   * The status. `failing` is retried, `waiting` is behind an event of the same object, and
   * `set_aside` waits for a replay. Events behind a `set_aside` event have continued.
   */
  readonly status: ParkedStatus
  /** The number of tries. */
  readonly tries: number
  /** The time of the next try, in milliseconds since the epoch. Null if none is planned. */
  readonly dueAt: number | null
  /** The handler's last error. Null before the first try. */
  readonly error: string | null
  /** The time at which it was parked, in milliseconds since the epoch. */
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

/** The form of a parked event in alerts. */
export interface ParkedEventJson {
  readonly object: "parked_event"
  readonly id: string
  /** The name of the consumer. */
  readonly consumer: string
  /** The id of the event, which `replay` takes. */
  readonly event: string
  /** The type of the event. */
  readonly type: string
  readonly status: ParkedStatus
  /** The number of tries. */
  readonly tries: number
  /** The handler's last error. */
  readonly error: string | null
  /** The time at which it was parked, in RFC 3339. */
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

/** Records the alert for an event that a consumer has set aside. */
export const recordSetAside = (
  commit: CommitContext,
  parked: Stored<ParkedRecord>
): ReadonlyArray<Change> => recordEvent(commit, "alert.event_set_aside", parked, { show })
