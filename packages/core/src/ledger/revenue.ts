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

/** The days of a revenue query, at most 366. */
export interface RevenueQuery {
  /** Any time of the first day, in milliseconds since the epoch. */
  readonly from: number
  /** Any time of the last day, in milliseconds since the epoch. */
  readonly to: number
  /** An ISO 4217 code. All currencies if absent. */
  readonly currency?: string
}
export const RevenueQuery = Schema.Struct({
  from: Timestamp,
  to: Timestamp,
  currency: Schema.optionalKey(CurrencyCode)
})

/**
 * The revenue that was booked on one day in one currency, in minor units. Any figure may be
 * negative, such as the refunds of a day on which more refunds came back than were made.
 */
export interface DailyRevenue {
  /** The day in UTC, such as `2026-11-22`. */
  readonly day: string
  /** An ISO 4217 code. */
  readonly currency: CurrencyCode
  /** The captured amount. */
  readonly captured: bigint
  /** The refunded amount, less refunds that came back. */
  readonly refunded: bigint
  /** The money that disputes hold, less holds that ended because a dispute was released or lost. */
  readonly disputesHeld: bigint
  /** The money lost in disputes. */
  readonly disputesLost: bigint
  /** The money that providers paid to other accounts, less the parts that they took back. */
  readonly splits: bigint
  /** The providers' fees in the settlements that were reconciled on this day. */
  readonly fees: bigint
  /** The captured amount, less refunds, disputes held, disputes lost, splits, and fees. */
  readonly net: bigint
  /**
   * Charges that appeared too late, less those that were returned. They are in none of the other
   * figures.
   */
  readonly lateCharges: bigint
}

const checkInput = inputChecker(RevenueQuery)

const mostDays = 366

/**
 * Returns the revenue of each day in UTC by currency, oldest first. A day without movements in a
 * currency is left out. Over all days, each figure is the balance of its account. The cost depends
 * on the number of days, not on the number of bookings. Library call.
 */
export const revenue = Effect.fnUntraced(function* (scope: Scope, query: RevenueQuery) {
  const { from, to, currency } = yield* Effect.fromResult(checkInput(query))
  if (from > to) return yield* fromAfterTo(from, to)
  if (dayOf(to) - dayOf(from) >= mostDays) {
    return yield* parameterInvalid(
      "to",
      `must be less than ${mostDays} days after from: request one year at a time`
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

/** Sums are sorted by day and currency. */
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
  const splits = on("splits")
  const fees = on("provider_fees")
  return {
    day,
    currency,
    captured,
    refunded,
    disputesHeld,
    disputesLost,
    splits,
    fees,
    net: captured - refunded - disputesHeld - disputesLost - splits - fees,
    lateCharges: -on("suspense")
  }
}
