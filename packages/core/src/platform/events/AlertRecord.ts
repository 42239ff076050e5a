import { Schema } from "effect"
import type { Named } from "../../kernel/primitives/Named.ts"
import { AlertId, EventId } from "../../kernel/primitives/PublicId.ts"
import { Millis } from "../../kernel/primitives/Timestamp.ts"
import { collection } from "../storage/Collection.ts"
import { Actor } from "../tenants/Actor.ts"
import { type EventRecord, InternalEventType } from "./EventRecord.ts"

/** The types of alerts. */
export type AlertType = Extract<InternalEventType, `alert.${string}`>

/** The state of an alert: nobody looks at it, somebody does, or it is done. */
export const AlertState = Schema.Literals(["open", "taken", "resolved"])
export type AlertState = Named<typeof AlertState.Type>

/** A stored alert: its event, and what people did about it. */
export const AlertRecord = Schema.Struct({
  id: AlertId,
  type: InternalEventType,
  state: AlertState,
  /** The id of the resource in the event. */
  subject: Schema.String,
  payment: Schema.NullOr(Schema.String),
  event: EventId,
  takenBy: Schema.NullOr(Actor),
  takenAt: Schema.NullOr(Millis),
  /** Null if nobody resolved it, or if the engine or an unnamed caller did. */
  resolvedBy: Schema.NullOr(Actor),
  resolvedAt: Schema.NullOr(Millis),
  note: Schema.NullOr(Schema.String),
  created: Millis
})
export interface AlertRecord extends Schema.Schema.Type<typeof AlertRecord> {}

export const AlertCollection = collection<AlertRecord>({
  name: "alerts",
  schema: AlertRecord,
  indexes: {
    state: { of: ({ state }) => state },
    subject: { of: ({ subject }) => subject }
  }
})

/** Returns the row of an alert that nobody has taken. */
export const openAlert = (
  id: AlertId,
  type: InternalEventType,
  subject: string,
  event: Pick<EventRecord, "id" | "occurredAt" | "data">
): AlertRecord => ({
  id,
  type,
  state: "open",
  subject,
  payment: event.data.payment_id ?? null,
  event: event.id,
  takenBy: null,
  takenAt: null,
  resolvedBy: null,
  resolvedAt: null,
  note: null,
  created: event.occurredAt
})
