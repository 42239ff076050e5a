import { Clock, Effect } from "effect"
import { partsOf } from "../outbound/consumers/balanceParts.ts"
import { EventCollection } from "../platform/events/EventRecord.ts"
import { isLeaseOver } from "../platform/jobs/Leases.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { Storage } from "../platform/storage/Storage.ts"
import { reportingConsumer } from "./runReporting.ts"

/** The lag of the reports behind the payments. It is the same for all merchants. */
export interface ReportingLag {
  readonly object: "reporting_lag"
  /** True if a process keeps the reports up to date at present. */
  readonly isRunning: boolean
  /**
   * The age of the oldest event that is not reported yet, in milliseconds. 0 if all events are
   * reported. Null if the reports never ran.
   */
  readonly behindMs: number | null
}

/** Returns the lag of the reports. It reads one event of each part of the feed. */
export const reportingLag = Effect.fnUntraced(function* (_scope: Scope) {
  const storage = yield* Storage
  const now = yield* Clock.currentTimeMillis
  const parts = yield* partsOf(storage, reportingConsumer)
  const oldest = yield* Effect.forEach(
    parts,
    ({ row: { part, position } }) =>
      Effect.map(
        storage.feed(EventCollection, { part, after: position, limit: 1, onlyReachable: true }),
        ({ rows: [first] }) => (first === undefined ? 0 : now - first.row.occurredAt)
      ),
    { concurrency: 4 }
  )
  return {
    object: "reporting_lag",
    isRunning: parts.some(
      ({ row }) => row.owner !== null && !isLeaseOver(row.leasedUntil ?? 0, now)
    ),
    behindMs: parts.length === 0 ? null : Math.max(0, ...oldest)
  } satisfies ReportingLag
})
