import type { ProviderBooks } from "./ProviderBooks.ts"
import type { RawRows } from "./rows/RawRows.ts"

/** An answer that a caller was given, and the answer to its repetition under the same key. */
export interface RecordedAnswer {
  /** The operation, such as `createPayment`. */
  readonly operation: string
  readonly idempotencyKey: string
  /** The time of the first answer, in milliseconds since the epoch. */
  readonly at: number
  /** The body of the first answer. */
  readonly body: string
  /** The body of the repetition. Absent if the request was not repeated. */
  readonly again?: string
}

/** An event that a consumer handled. */
export interface HandledEvent {
  readonly consumer: string
  readonly event: string
  /** True if it was replayed after it had been set aside, so later events came before it. */
  readonly isReplay?: boolean
}

/** An event that an endpoint accepted. */
export interface AcceptedEvent {
  readonly endpoint: string
  readonly event: string
}

/** The subject of an audit. */
export interface Audited {
  readonly rows: RawRows
  /** The providers' books. Without them, nothing is compared with a provider. */
  readonly providers?: ProviderBooks
  /** The time of the audit, in milliseconds since the epoch. */
  readonly now: number
  /**
   * True if all faults have ended and all due jobs have run. Then nothing may be in flight, and no
   * job may be overdue.
   */
  readonly isSettled?: boolean
  /**
   * True if all due jobs have run, while faults may last. Then no job may be overdue, except
   * deliveries of webhooks, which wait for their receivers. `isSettled` includes it.
   */
  readonly ranDueJobs?: boolean
  /**
   * The time from which the store has all events, in milliseconds since the epoch. Rows that were
   * created before it may lack events. Default: the store has all events.
   */
  readonly eventsSince?: number
  /** The record of callers: the answers that they were given. */
  readonly answers?: ReadonlyArray<RecordedAnswer>
  /** The record of the consumers, each in the order of its calls. */
  readonly handled?: ReadonlyArray<HandledEvent>
  /** The record of the endpoints. */
  readonly accepted?: ReadonlyArray<AcceptedEvent>
  /** Personal texts of erased customers. No row may contain one of them. */
  readonly erasedTexts?: ReadonlyArray<string>
}
