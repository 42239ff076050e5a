import type { EventId } from "../../kernel/primitives/PublicId.ts"
import type {
  EventData,
  EventRecord,
  EventType,
  InternalEventType
} from "../../platform/events/EventRecord.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import type { EventObject } from "../event-catalog/EventObject.ts"

/** Any type of event: what merchants are told of, and what stays inside. */
export type AnyEventType = EventType | InternalEventType

/** An event of one type, as a consumer in the process is handed it. */
export interface ConsumedEventOf<Type extends AnyEventType> {
  readonly object: "event"
  /** `event_` and a ULID: the same however often it is handed out. What was seen can be dropped. */
  readonly id: EventId
  /** What happened. Those that start with `alert.` are for whoever watches over the engine. */
  readonly type: Type
  /** Whether merchants are told of it too. */
  readonly published: Type extends EventType ? true : false
  /** Whose it is, and in which mode. */
  readonly scope: Scope
  /** The API revision that its resource is shown in. */
  readonly apiVersion: string
  /** When it happened, in milliseconds since the epoch. */
  readonly occurredAt: number
  /** Whether it is of live mode. */
  readonly livemode: boolean
  /** What it is about. */
  readonly data: EventData<EventObject<Type>>
}

/**
 * Something that happened, as a consumer in the process is handed it. Its `type` says what
 * `data.object` is; `ConsumedEvent<"payment.succeeded">` is one of that type alone.
 */
export type ConsumedEvent<Type extends AnyEventType = AnyEventType> = Type extends AnyEventType
  ? ConsumedEventOf<Type>
  : never

/** A stored event as it is handed out: `tell` wrote the resource that its type says. */
export const consumedEvent = (scope: Scope, record: EventRecord): ConsumedEvent =>
  ({ object: "event", ...record, scope }) as unknown as ConsumedEvent
