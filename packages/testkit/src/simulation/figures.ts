import {
  BillingCycleCollection,
  type BillingCycleRecord,
  type Collection,
  EventCollection,
  type EventRecord,
  type Row,
  type Scope,
  type StorageReads,
  type SubscriptionStatus
} from "@payloom/core"
import { Effect } from "effect"

/** The figures of a shop in one calendar month, in UTC. */
export interface MonthFigures {
  /** For example `2026-01`. */
  readonly month: string
  /** The number of subscriptions in each status at the end of the month. */
  readonly byStatus: Readonly<Partial<Record<SubscriptionStatus, number>>>
  /** The payments of subscriptions in the month, in minor units, by currency. */
  readonly revenue: Readonly<Record<string, bigint>>
  /** The amount of cycles that fell due in the month and were paid only at a retry. */
  readonly recovered: Readonly<Record<string, bigint>>
  /** The amount of cycles that fell due in the month and were given up. */
  readonly lost: Readonly<Record<string, bigint>>
}

interface Tally {
  byStatus: Record<string, number>
  readonly revenue: Record<string, bigint>
  readonly recovered: Record<string, bigint>
  readonly lost: Record<string, bigint>
}

/**
 * Computes the figures of every month between two moments. It reads one page at a time and keeps
 * one status for each subscription, so its memory doesn't grow with the months.
 */
export const figuresOf = Effect.fnUntraced(function* (
  storage: StorageReads,
  scope: Scope,
  from: number,
  to: number
) {
  const tallies = new Map(monthsBetween(from, to).map((month) => [month, newTally()]))
  const standing = new Map<string, string>()
  const counts: Record<string, number> = {}
  let current = monthOf(from)
  const endMonth = (next: string) => {
    for (const [month, tally] of tallies) {
      if (month >= current && month < next) tally.byStatus = { ...counts }
    }
    current = next
  }
  yield* eachRow(storage, scope, EventCollection, (event) => {
    const month = monthOf(event.occurredAt)
    if (month > current) endMonth(month)
    countStatus(event, standing, counts)
    addRevenue(event, tallies.get(month))
  })
  endMonth("9999-99")
  yield* eachRow(storage, scope, BillingCycleCollection, (cycle) =>
    addCycle(cycle, tallies.get(monthOf(cycle.dueAt)))
  )
  return [...tallies].map(([month, tally]): MonthFigures => ({ month, ...tally }))
})

const newTally = (): Tally => ({ byStatus: {}, revenue: {}, recovered: {}, lost: {} })

const monthOf = (moment: number): string => new Date(moment).toISOString().slice(0, 7)

const monthsBetween = (from: number, to: number): ReadonlyArray<string> => {
  const months: Array<string> = []
  const start = new Date(from)
  for (let ahead = 0; ; ahead++) {
    const month = monthOf(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + ahead))
    if (month > monthOf(to)) return months
    months.push(month)
  }
}

const countStatus = (
  { type, data }: EventRecord,
  standing: Map<string, string>,
  counts: Record<string, number>
): void => {
  if (!type.startsWith("subscription.")) return
  const { id, status } = data.object as { readonly id: string; readonly status: string }
  const before = standing.get(id)
  if (before === status) return
  if (before !== undefined) counts[before] = (counts[before] ?? 1) - 1
  counts[status] = (counts[status] ?? 0) + 1
  standing.set(id, status)
}

const addRevenue = ({ type, data }: EventRecord, tally: Tally | undefined): void => {
  if (type !== "payment.succeeded" || tally === undefined) return
  const payment = data.object as {
    readonly type: string
    readonly amount: string
    readonly currency: string
  }
  if (payment.type.startsWith("subscription")) {
    add(tally.revenue, payment.currency, BigInt(payment.amount))
  }
}

const addCycle = (cycle: BillingCycleRecord, tally: Tally | undefined): void => {
  if (tally === undefined) return
  const { status, attemptCount, currency, amount, sequence } = cycle
  if (status === "paid" && attemptCount > 1) add(tally.recovered, currency, amount)
  const isGivenUp = status === "canceled" && attemptCount > 0
  if (sequence > 0 && (status === "failed" || isGivenUp)) add(tally.lost, currency, amount)
}

const add = (sums: Record<string, bigint>, currency: string, amount: bigint): void => {
  sums[currency] = (sums[currency] ?? 0n) + amount
}

const pageSize = 500

const eachRow = Effect.fnUntraced(function* <R extends Row>(
  storage: StorageReads,
  scope: Scope,
  of: Collection<R>,
  see: (row: R) => void
) {
  let after: string | undefined
  for (;;) {
    const page = yield* storage.page(scope, of, {
      order: "asc",
      limit: pageSize,
      ...(after === undefined ? {} : { after })
    })
    for (const { row } of page) see(row)
    after = page.at(-1)?.row.id
    if (page.length < pageSize) return
  }
})
