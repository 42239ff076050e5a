import type { Effect } from "effect"
import type { HostTransaction } from "../../platform/storage/HostTransaction.ts"
import type { ConsumedEvent } from "./ConsumedEvent.ts"

/**
 * What handles the events of a consumer, in a transaction where it was asked for. What it fails
 * with is tried again.
 */
export type Handle = (
  event: ConsumedEvent,
  transaction: HostTransaction | null
) => Effect.Effect<unknown, unknown>

/** A consumer as this process runs it. */
export interface Consumer {
  readonly name: string
  readonly handle: Handle
  /** Whether each event is handled in a transaction that the handler may write in. */
  readonly isTransactional: boolean
  /** Which types it wants; all where it is null. */
  readonly types: ReadonlySet<string> | null
  /** How many events it is handed at once, of different objects. */
  readonly concurrency: number
  /** How long it may take over one, in milliseconds. */
  readonly timeoutMs: number
}

/** How often an event is tried before it is set aside. */
export const mostTries = 10

const shortestWaitMs = 1000
const longestWaitMs = 3_600_000

/** How long to wait after the `tries`th failure: 1 s, 4 s, 16 s and so on, at most an hour. */
export const waitAfter = (tries: number): number =>
  Math.min(shortestWaitMs * 4 ** (tries - 1), longestWaitMs)

/**
 * How many events of a part are parked at most. With so many failing, the handler is what fails:
 * nothing more is read until some of them are through.
 */
export const mostParked = 200
