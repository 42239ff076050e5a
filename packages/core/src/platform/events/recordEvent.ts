import type { Schema } from "effect"
import { type Change, insert } from "../storage/Change.ts"
import type { Row, Stored } from "../storage/Collection.ts"
import type { CommitContext } from "./CommitContext.ts"
import {
  EventCollection,
  type EventRecord,
  EventType,
  type InternalEventType
} from "./EventRecord.ts"

/** How a row is told of. */
export interface EventResource<R extends Row> {
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
export const recordEvent = <R extends Row>(
  commit: CommitContext,
  type: EventType | InternalEventType,
  stored: Stored<R>,
  shown: EventResource<R>
): ReadonlyArray<Change> => [
  insert(commit.scope, EventCollection, newEvent(commit, type, stored, shown))
]

/** Makes an event without recording it. */
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
    published: publicTypes.has(type),
    apiVersion: commit.apiVersion,
    occurredAt: commit.now,
    livemode: commit.scope.mode === "live",
    data:
      payment === undefined ? { object, version } : { object, payment_id: payment(row), version }
  }
}
