import type { EventRecord, InternalEventType } from "../../platform/events/EventRecord.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import type { EventObject } from "./EventObject.ts"

/** What a person should look at. */
export type AlertType = Extract<InternalEventType, `alert.${string}`>

/** An alert as the event that it is. Its `type` says what `data.object` is. */
export type AlertEvent = {
  readonly [Type in AlertType]: EventRecord<Type, EventObject<Type>>
}[AlertType]

/** Something the embedder should look at: an internal event whose type starts with `alert.`. */
export interface Alert {
  /** Whose rows it is about, and in which mode. */
  readonly scope: Scope
  /** What happened, with the resource as it was left. */
  readonly event: AlertEvent
}

/** A stored alert as the hook takes it: `tell` wrote the resource that its type says. */
export const asAlert = (scope: Scope, event: EventRecord): Alert => ({
  scope,
  event: event as AlertEvent
})
