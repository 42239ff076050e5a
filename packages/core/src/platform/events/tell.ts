import type { Schema } from "effect"
import { type Change, insert } from "../storage/Change.ts"
import type { Row, Stored } from "../storage/Collection.ts"
import { EventCollection, type EventRecord, EventType, type InternalEventType } from "./Event.ts"
import type { Setting } from "./Setting.ts"

/** How a row is told of. */
export interface Shown<R extends Row> {
  /** The resource as its retrieve answers it, for the wire. */
  readonly show: (row: R) => unknown
  /** The payment that it is or belongs to. */
  readonly payment?: (row: R) => string
}

const publicTypes: ReadonlySet<string> = new Set(EventType.literals)

/**
 * Tells of a row, in the commit that leaves it as it is given here: the event carries the resource
 * as it stands then, at its version. Events are written in no other way.
 */
export const tell = <R extends Row>(
  setting: Setting,
  type: EventType | InternalEventType,
  stored: Stored<R>,
  shown: Shown<R>
): ReadonlyArray<Change> => [
  insert(setting.scope, EventCollection, eventOf(setting, type, stored, shown))
]

/** Makes an event without recording it. */
export const eventOf = <R extends Row>(
  setting: Setting,
  type: EventType | InternalEventType,
  { row, version }: Pick<Stored<R>, "row" | "version">,
  { show, payment }: Shown<R>
): EventRecord => {
  const object = show(row) as Schema.Json
  return {
    id: setting.id("event"),
    type,
    published: publicTypes.has(type),
    apiVersion: setting.apiVersion,
    occurredAt: setting.now,
    livemode: setting.scope.mode === "live",
    data:
      payment === undefined ? { object, version } : { object, payment_id: payment(row), version }
  }
}
