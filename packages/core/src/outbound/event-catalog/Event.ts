import { type WireCodec, wireCodec } from "../../kernel/codec/WireCodec.ts"
import { EventEnvelope } from "../../platform/events/EventEnvelope.ts"
import type { EventType } from "../../platform/events/EventRecord.ts"
import type { EventObject } from "./EventObject.ts"

/** An event that merchants are told of, of one type: that says what `data.object` is. */
export interface EventOf<Type extends EventType> extends EventEnvelope<Type, EventObject<Type>> {}

/**
 * Something that happened, as merchants are told of it (spec 2.12 and 6). Its `type` says what
 * `data.object` is; `EventOf<"payment.succeeded">` is one of that type alone.
 */
export type Event = { readonly [Type in EventType]: EventOf<Type> }[EventType]

/** An event as it is read from the wire: its type is open. */
export const Event = EventEnvelope

export const eventCodec: WireCodec<Event> = wireCodec(EventEnvelope)

/** An event with what it is about: `tell` wrote the resource that its type says. */
export const asEvent = (told: EventEnvelope): Event => told as Event
