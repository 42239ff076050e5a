import { Effect, Option } from "effect"
import { ResourceNotFound } from "../../kernel/input/ResourceNotFound.ts"
import type { AlertId, EventId } from "../../kernel/primitives/PublicId.ts"
import {
  AlertCollection,
  type AlertRecord,
  type AlertState,
  type AlertType
} from "../../platform/events/AlertRecord.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import type { Actor } from "../../platform/tenants/Actor.ts"

/** An alert, and what people did about it. */
export interface AlertView {
  readonly object: "alert"
  /** `alert_` and a ULID. */
  readonly id: AlertId
  /** The type of its event. `alertAdvice` says what to do. */
  readonly type: AlertType
  /** The state: nobody looks at it, somebody does, or it is done. */
  readonly state: AlertState
  /** The id of the resource that it is about. */
  readonly subject: string
  /** The id of the payment. Null if there is none. */
  readonly payment: string | null
  /** The id of its event, which has the resource. */
  readonly event: EventId
  /** The actor who took it. Null if nobody did, or a caller without an actor. */
  readonly takenBy: Actor | null
  /** The time when it was taken, in milliseconds since the epoch. */
  readonly takenAt: number | null
  /** The actor who resolved it. Null if the engine did, or a caller without an actor. */
  readonly resolvedBy: Actor | null
  /** The time when it was resolved, in milliseconds since the epoch. */
  readonly resolvedAt: number | null
  /** The note of the actor who resolved it. */
  readonly note: string | null
  /** The time of the alert, in milliseconds since the epoch. */
  readonly created: number
}

/** Returns the alert of a row. */
export const toAlertView = (row: AlertRecord): AlertView => ({
  object: "alert",
  id: row.id,
  type: row.type as AlertType,
  state: row.state,
  subject: row.subject,
  payment: row.payment,
  event: row.event,
  takenBy: row.takenBy,
  takenAt: row.takenAt,
  resolvedBy: row.resolvedBy,
  resolvedAt: row.resolvedAt,
  note: row.note,
  created: row.created
})

/** Reads an alert. Fails if there is none. */
export const getAlert = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const storage = yield* Storage
  const found = yield* storage.get(scope, AlertCollection, id)
  if (Option.isNone(found)) return yield* new ResourceNotFound({ object: "alert", id })
  return found.value
})
