import type { EventId } from "../../kernel/primitives/PublicId.ts"
import { readTraceText } from "../../kernel/telemetry/traceparent.ts"
import type {
  EventData,
  EventRecord,
  EventType,
  InternalEventType
} from "../../platform/events/EventRecord.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import type { EventObject } from "../event-catalog/EventObject.ts"

/** Any type of event: the published types, which merchants get, and the internal types. */
export type AnyEventType = EventType | InternalEventType

/** An event of one type, as a consumer gets it. */
export interface ConsumedEventOf<Type extends AnyEventType> {
  readonly object: "event"
  /** `event_` and a ULID. It is the same for each delivery, so a consumer can drop duplicates. */
  readonly id: EventId
  /** The type. Types that start with `alert.` are for the operators of the engine. */
  readonly type: Type
  /** True if merchants get the event too. */
  readonly published: Type extends EventType ? true : false
  /** The tenant and the mode. */
  readonly scope: Scope
  /** The API version in which its resource is shown. */
  readonly apiVersion: string
  /** The time of the change, in milliseconds since the epoch. */
  readonly occurredAt: number
  /** True in live mode. */
  readonly livemode: boolean
  /** The resource that the event is about. */
  readonly data: EventData<EventObject<Type>>
  /**
   * The W3C `traceparent` of the request or job that recorded the event, to continue its trace
   * elsewhere. Absent if telemetry is off or the request was not sampled.
   */
  readonly traceparent?: string
  /** The W3C `tracestate` of that trace. Absent if it has none. */
  readonly tracestate?: string
}

/**
 * An event as a consumer gets it. Its `type` determines `data.object`.
 * `ConsumedEvent<"payment.succeeded">` is an event of that type.
 */
export type ConsumedEvent<Type extends AnyEventType = AnyEventType> = Type extends AnyEventType
  ? ConsumedEventOf<Type>
  : never

/**
 * Returns a stored event as consumers get it. `recordEvent` wrote the resource that belongs to its
 * type.
 */
export const consumedEvent = (scope: Scope, record: EventRecord): ConsumedEvent => {
  const { id, type, published, apiVersion, occurredAt, livemode, data, trace } = record
  const own = { id, type, published, apiVersion, occurredAt, livemode, data, scope }
  const traced = trace === undefined ? {} : readTraceText(trace)
  return { object: "event", ...own, ...traced } as unknown as ConsumedEvent
}
