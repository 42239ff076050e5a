import type { Schema } from "effect"
import { type Change, insert } from "../storage/Change.ts"
import type { Row, Stored } from "../storage/Collection.ts"
import { AlertCollection, type AlertType, openAlert } from "./AlertRecord.ts"
import type { CommitContext } from "./CommitContext.ts"
import {
  EventCollection,
  type EventRecord,
  type EventType,
  InternalEventType
} from "./EventRecord.ts"

/** The functions that show a row in an event. */
export interface EventResource<R extends Row> {
  /** Returns the resource in its wire form, as its retrieve returns it. */
  readonly show: (row: R) => unknown
  /** Returns the id of the payment that the row is or belongs to. */
  readonly payment?: (row: R) => string
}

const internalTypes: ReadonlySet<string> = new Set(InternalEventType.literals)

/**
 * Records an event about a row, in the commit that leaves the row in the given state. The event
 * contains the resource and its version at that time. All events are recorded by this function. An
 * alert also gets the row that operators take and resolve.
 */
export const recordEvent = <R extends Row>(
  commit: CommitContext,
  type: EventType | InternalEventType,
  stored: Stored<R>,
  shown: EventResource<R>
): ReadonlyArray<Change> => {
  const event = newEvent(commit, type, stored, shown)
  const recorded = insert(commit.scope, EventCollection, event)
  if (!isAlertType(type)) return [recorded]
  const alert = openAlert(commit.id("alert"), type, stored.row.id, event)
  return [recorded, insert(commit.scope, AlertCollection, alert)]
}

const isAlertType = (type: EventType | InternalEventType): type is AlertType =>
  type.startsWith("alert.")

/** Creates an event without recording it. */
export const newEvent = <R extends Row>(
  commit: CommitContext,
  type: EventType | InternalEventType,
  { row, version }: Pick<Stored<R>, "row" | "version">,
  { show, payment }: EventResource<R>
): EventRecord => {
  const object = show(row) as Schema.Json
  return {
    id: commit.id("event"),
    type,
    published: !internalTypes.has(type),
    apiVersion: commit.apiVersion,
    occurredAt: commit.now,
    livemode: commit.scope.mode === "live",
    data:
      payment === undefined ? { object, version } : { object, payment_id: payment(row), version }
  }
}
