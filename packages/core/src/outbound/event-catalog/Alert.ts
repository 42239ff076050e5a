import type { AlertType } from "../../platform/events/AlertRecord.ts"
import type { EventRecord } from "../../platform/events/EventRecord.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import type { EventObject } from "./EventObject.ts"

/** An alert as an event. Its `type` determines `data.object`. */
export type AlertEvent = {
  readonly [Type in AlertType]: EventRecord<Type, EventObject<Type>>
}[AlertType]

/** An alert for the embedder's operators: an internal event whose type starts with `alert.`. */
export interface Alert {
  /** The tenant and the mode. */
  readonly scope: Scope
  /** The event, with the resource after the change. */
  readonly event: AlertEvent
}

/**
 * Returns a stored alert as the hook gets it. `recordEvent` wrote the resource that belongs to its
 * type.
 */
export const asAlert = (scope: Scope, event: EventRecord): Alert => ({
  scope,
  event: event as AlertEvent
})
