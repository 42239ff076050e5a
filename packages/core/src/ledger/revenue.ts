import { Effect, Schema } from "effect"
import { inputChecker } from "../kernel/input/decodeInput.ts"
import { parameterInvalid } from "../kernel/input/InvalidInput.ts"
import { CurrencyCode } from "../kernel/primitives/CurrencyCode.ts"
import { dayMs } from "../kernel/primitives/durations.ts"
import { type Millis, Timestamp } from "../kernel/primitives/Timestamp.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { Storage, type Sum } from "../platform/storage/Storage.ts"
import { fromAfterTo } from "./fromAfterTo.ts"
import { LedgerGroupCollection } from "./LedgerGroup.ts"
import { revenueInKey, revenueOf } from "./ledgerSums.ts"

/** Which days' revenue is asked for: of at most 366 days. */
export interface RevenueQuery {
  /** Any moment of the first day, in milliseconds since the epoch. */
  readonly from: number
  /** Any moment of the last day, in milliseconds since the epoch. */
  readonly to: number
  /** An ISO 4217 code; all currencies without it. */
  readonly currency?: string
}
export const RevenueQuery = Schema.Struct({
  from: Timestamp,
  to: Timestamp,
  currency: Schema.optionalKey(CurrencyCode)
})

/**
 * What one day brought in one currency, as it was booked on that day, in minor units. Any figure
 * may be below zero: on a day on which more came back, say, than was refunded.
 */
export interface DailyRevenue {
  /** The day in UTC, such as `2026-11-22`. */
  readonly day: string
  /** An ISO 4217 code. */
  readonly currency: CurrencyCode
  /** What was captured. */
  readonly captured: bigint
  /** What was given back, less refunds that came back themselves. */
  readonly refunded: bigint
  /** What disputes took hold of, less what they let go of: because it was released, or lost. */
  readonly disputesHeld: bigint
  /** What was lost in disputes. */
  readonly disputesLost: bigint
  /** What providers kept, by the settlements that were reconciled on this day. */
  readonly fees: bigint
  /** Captured, less refunds, what disputes hold or took, and fees. */
  readonly net: bigint
  /** Charges that turned up too late, less those taken back; in none of the other figures. */
  readonly lateCharges: bigint
}

const checkInput = inputChecker(RevenueQuery)

const mostDays = 366

/**
 * What each day in UTC brought, by currency, the oldest first; a day on which nothing moved in a
 * currency is left out. Over all days, each figure is what stands on its account. Costs as much as
 * there are days, however much was booked. Library call.
 */
export const revenue = Effect.fnUntraced(function* (scope: Scope, query: RevenueQuery) {
  const { from, to, currency } = yield* Effect.fromResult(checkInput(query))
  if (from > to) return yield* fromAfterTo(from, to)
  if (dayOf(to) - dayOf(from) >= mostDays) {
    return yield* parameterInvalid(
      "to",
      `must be less than ${mostDays} days after from: ask for each year by itself`
    )
  }
  const storage = yield* Storage
  const days: Array<DailyRevenue> = []
  for (let first = Math.max(from, 0); first <= to; first += daysAtOnce * dayMs) {
    if (days.length > 0) yield* Effect.yieldNow
    const asked = revenueOf(first, Math.min(first + (daysAtOnce - 1) * dayMs, to))
    const sums = yield* storage.sums(scope, LedgerGroupCollection, "revenue", asked)
    days.push(...daysIn(sums).filter((day) => (currency ?? day.currency) === day.currency))
  }
  return days satisfies ReadonlyArray<DailyRevenue>
})

const daysAtOnce = 31

const dayOf = (moment: Millis): number => Math.floor(moment / dayMs)

/** Sums come in the order of their days and currencies. */
const daysIn = (sums: ReadonlyArray<Sum>): ReadonlyArray<DailyRevenue> => {
  const found = new Map<string, Map<string, bigint>>()
  for (const { key, amount } of sums) {
    const [day, currency, account] = revenueInKey(key)
    const at = `${new Date(day).toISOString().slice(0, 10)} ${currency}`
    found.set(at, (found.get(at) ?? new Map()).set(account, amount))
  }
  return Array.from(found, ([at, accounts]) => {
    const [day = "", currency = ""] = at.split(" ")
    return dailyRevenue(day, currency as CurrencyCode, (account) => accounts.get(account) ?? 0n)
  })
}

const dailyRevenue = (
  day: string,
  currency: CurrencyCode,
  on: (account: string) => bigint
): DailyRevenue => {
  const captured = -on("merchant_payable")
  const refunded = on("refunds")
  const disputesHeld = on("disputes_held")
  const disputesLost = on("dispute_losses")
  const fees = on("provider_fees")
  return {
    day,
    currency,
    captured,
    refunded,
    disputesHeld,
    disputesLost,
    fees,
    net: captured - refunded - disputesHeld - disputesLost - fees,
    lateCharges: -on("suspense")
  }
}
