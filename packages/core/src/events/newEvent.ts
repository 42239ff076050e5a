import type { Schema } from "effect"
import type { Moment } from "../ids/Moment.ts"
import type { Scope } from "../storage/Scope.ts"
import { type EventRecord, EventType, type InternalEventType } from "./Event.ts"

/** What a decision needs beside the rows: whose they are, when it is, in which revision to tell. */
export interface Setting extends Moment {
  readonly scope: Scope
  /** The API revision that events are told in. */
  readonly apiVersion: string
}

const publicTypes: ReadonlySet<string> = new Set(EventType.literals)

/** An event about a resource, as it goes into the commit of what happened. */
export const newEvent = (
  setting: Setting,
  type: EventType | InternalEventType,
  subject: {
    readonly object: unknown
    readonly version: number
    readonly payment?: string
  }
): EventRecord => ({
  id: setting.id("event"),
  type,
  published: publicTypes.has(type),
  apiVersion: setting.apiVersion,
  occurredAt: setting.now,
  livemode: setting.scope.mode === "live",
  data: dataOf(subject.object as Schema.Json, subject.version, subject.payment)
})

const dataOf = (
  object: Schema.Json,
  version: number,
  payment: string | undefined
): EventRecord["data"] =>
  payment === undefined ? { object, version } : { object, payment_id: payment, version }
