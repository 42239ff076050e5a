import type { Collection, IdPrefix, Row } from "@payloom/core"
import { idAt, monthOf, timeAt } from "./months.ts"

/** The way in which tables are split into partitions, by ranges of ids. */
export interface Partitioning {
  /**
   * Returns the bounds between the partitions from now on, in ascending order. Rows before the
   * first bound are in one partition, and rows from the last bound on in another. Null if the
   * collection's table is not split.
   */
  readonly bounds: (of: Collection<Row>, now: number) => ReadonlyArray<string> | null
  /** Returns a name for the partition that begins with a bound. */
  readonly nameOf: (bound: string) => string
  /**
   * Returns the id before which rows are dropped although the engine never sweeps them, or null.
   */
  readonly keptFrom: (of: Collection<Row>, now: number) => string | null
}

/** The collections that grow with every payment, and the prefix of their ids. */
const prefixes: Readonly<Record<string, IdPrefix>> = {
  events: "event",
  event_deliveries: "event",
  idempotency_records: "idem",
  notifications: "notice",
  webhook_deliveries: "delivery"
}

/** The collections that no engine sweeps. */
const endless: ReadonlySet<string> = new Set(["events", "event_deliveries"])

/** Rows that already exist are in the first partition, with those of at least this time. */
const firstForMs = 4 * 86_400_000

const monthsAhead = 3

/**
 * Splits the largest tables by month. Events are dropped after `eventRetentionMonths` whole months,
 * or kept for ever if it is undefined.
 */
export const monthly = (eventRetentionMonths?: number): Partitioning => ({
  bounds: ({ name }, now) => {
    const prefix = prefixes[name]
    if (prefix === undefined) return null
    const first = monthOf(now + firstForMs, 1)
    return Array.from({ length: monthsAhead }, (_, nth) => idAt(prefix, monthOf(first, nth)))
  },
  nameOf: (bound) => new Date(timeAt(bound)).toISOString().slice(0, 7).replace("-", "_"),
  keptFrom: ({ name }, now) => {
    const prefix = prefixes[name]
    if (prefix === undefined || eventRetentionMonths === undefined || !endless.has(name))
      return null
    return idAt(prefix, monthOf(now, -eventRetentionMonths))
  }
})
