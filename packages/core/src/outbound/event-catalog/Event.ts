import { type WireCodec, wireCodec } from "../../kernel/codec/WireCodec.ts"
import { EventEnvelope } from "../../platform/events/EventEnvelope.ts"
import type { EventType } from "../../platform/events/EventRecord.ts"
import type { EventObject } from "./EventObject.ts"

/** A published event of one type, which determines `data.object`. */
export interface EventOf<Type extends EventType> extends EventEnvelope<Type, EventObject<Type>> {}

/**
 * An event as merchants get it. Its `type` determines `data.object`. `EventOf<"payment.succeeded">`
 * is an event of that type.
 */
export type Event = { readonly [Type in EventType]: EventOf<Type> }[EventType]

/** An event as it is read from the wire. Its type is open. */
export const Event = EventEnvelope

export const eventCodec: WireCodec<Event> = wireCodec(EventEnvelope)

/**
 * Returns an event with its resource. `recordEvent` wrote the resource that belongs to its type.
 */
export const asEvent = (envelope: EventEnvelope): Event => envelope as Event
