import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import { type EventRecord, eventSubject } from "../../platform/events/EventRecord.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import { waitAfter } from "./Consumer.ts"
import type { ParkedRecord } from "./ConsumerRows.ts"

/** An event that was not handled. `error` is null if it waits behind an event that failed. */
export interface Failure {
  readonly entry: Stored<EventRecord>
  readonly error: string | null
}

/** Returns the row of an event that is parked as the `nth` of its part. */
export const parking = (
  consumer: string,
  part: string,
  nth: number,
  { entry: stored, error }: Failure,
  now: Millis
): ParkedRecord => ({
  id: `${part}/${nth.toString().padStart(15, "0")}`,
  consumer,
  part,
  subject: eventSubject(stored.row),
  scope: stored.scope,
  event: stored.row.id,
  type: stored.row.type,
  status: error === null ? "waiting" : "failing",
  tries: error === null ? 0 : 1,
  dueAt: error === null ? null : now + waitAfter(1),
  error,
  parkedAt: now
})
