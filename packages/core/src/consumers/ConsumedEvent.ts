import type { EventRecord, EventType, InternalEventType } from "../events/Event.ts"
import type { EventData } from "../events/EventResource.ts"
import type { Scope } from "../storage/Scope.ts"
import type { EventId } from "../values/PublicId.ts"

/** Something that happened, as a consumer in the process is handed it. */
export interface ConsumedEvent {
  readonly object: "event"
  /** `event_` and a ULID: the same however often it is handed out. What was seen can be dropped. */
  readonly id: EventId
  /** What happened. Those that start with `alert.` are for whoever watches over the engine. */
  readonly type: EventType | InternalEventType
  /** Whether merchants are told of it too. */
  readonly published: boolean
  /** Whose it is, and in which mode. */
  readonly scope: Scope
  /** The API revision that its resource is shown in. */
  readonly apiVersion: string
  /** When it happened, in milliseconds since the epoch. */
  readonly occurredAt: number
  /** Whether it is of live mode. */
  readonly livemode: boolean
  /** What it is about. */
  readonly data: EventData
}

/** A stored event as it is handed out. */
export const consumedEvent = (scope: Scope, record: EventRecord): ConsumedEvent => ({
  object: "event",
  ...record,
  scope
})
