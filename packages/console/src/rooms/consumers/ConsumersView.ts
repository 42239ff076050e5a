import type { ParkedEvent } from "@payloom/core"

/** A consumer with its position in the events. */
export interface ConsumerRow {
  readonly name: string
  /** The number of processes that share its work now. 0 if it doesn't run. */
  readonly processes: number
  /** The number of parts of the events that it has begun, of at most 16. */
  readonly parts: number
  /**
   * The age of the oldest event that it has not read, in milliseconds. 0 if it has read all. Null
   * if there are too many consumers to look.
   */
  readonly behindMs: number | null
}

/** An event that a consumer could not handle. */
export type ParkedRow = Omit<ParkedEvent, "object" | "scope">

/** The consumers of the engine, and a page of the parked events of a merchant. */
export interface ConsumersView {
  readonly data: ReadonlyArray<ParkedRow>
  readonly nextCursor: string | null
  /**
   * Null for a person who is limited to some tenants, because consumers handle the events of all.
   * Such a person sees the name of a consumer only on an event of theirs that it could not handle.
   */
  readonly consumers: ReadonlyArray<ConsumerRow> | null
}
