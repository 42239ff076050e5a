import type { Effect } from "effect"
import type { HostTransaction } from "../../platform/storage/HostTransaction.ts"
import type { ConsumedEvent } from "./ConsumedEvent.ts"

/**
 * The handler of a consumer's events, in a transaction if the consumer is transactional. An event
 * on which it fails is retried.
 */
export type Handle = (
  event: ConsumedEvent,
  transaction: HostTransaction | null
) => Effect.Effect<unknown, unknown>

/** A consumer as this process runs it. */
export interface Consumer {
  readonly name: string
  readonly handle: Handle
  /** True if each event is handled in a transaction for the handler's writes. */
  readonly isTransactional: boolean
  /** The types that it handles. Null for all types. */
  readonly types: ReadonlySet<string> | null
  /** The number of events of different objects that it handles at a time. */
  readonly concurrency: number
  /** The timeout of one event, in milliseconds. */
  readonly timeoutMs: number
  /**
   * Handles all events of a page at once. If it fails, `handle` gets the events one by one, so that
   * only those that fail are parked. Absent if all events are handled one by one.
   */
  readonly handleAll?: (events: ReadonlyArray<ConsumedEvent>) => Effect.Effect<unknown, unknown>
  /**
   * The shortest time from the last event of a part to the next read of the part, in milliseconds.
   * A busy part is then read in large pages. Absent if events are read as they come.
   */
  readonly pauseMs?: number
}

/** The number of tries after which an event is set aside. */
export const mostTries = 10

const shortestWaitMs = 1000
const longestWaitMs = 3_600_000

/** Returns the delay after the `tries`th failure: 1 s, 4 s, 16 s and so on, at most an hour. */
export const waitAfter = (tries: number): number =>
  Math.min(shortestWaitMs * 4 ** (tries - 1), longestWaitMs)

/**
 * The most parked events of a part. If so many events fail, the handler itself is broken, so no
 * more events are read until some of them succeed.
 */
export const mostParked = 200
