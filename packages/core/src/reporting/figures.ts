import { Effect, Schema } from "effect"
import { inputChecker } from "../kernel/input/decodeInput.ts"
import { parameterInvalid } from "../kernel/input/InvalidInput.ts"
import { dayMs, hourMs } from "../kernel/primitives/durations.ts"
import type { Named } from "../kernel/primitives/Named.ts"
import { Millis } from "../kernel/primitives/Timestamp.ts"
import { utcDay } from "../kernel/primitives/utcDay.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { Storage } from "../platform/storage/Storage.ts"
import { FigureChangeCollection } from "./FigureChange.ts"
import { hourOf } from "./figureAmounts.ts"
import { type FigureSet, figureSet, type NamedAmount } from "./figureSet.ts"

/** The length of a figure's period. */
export const FigurePeriod = Schema.Literals(["hour", "day"])
export type FigurePeriod = Named<typeof FigurePeriod.Type>

/** The query of figures. All periods that the range touches are counted as a whole. */
export interface FiguresQuery {
  /** The start of the range, in milliseconds since the epoch. */
  readonly from: number
  /** The end of the range, exclusive, in milliseconds since the epoch. */
  readonly to: number
  /** Hours of at most 3 days, or days of at most 400 days. Both are in UTC. */
  readonly by: FigurePeriod
}

/** The figures of one hour or day. */
export interface FiguresOfPeriod extends FigureSet {
  /** The start of the period, in milliseconds since the epoch. */
  readonly start: number
}

/** The figures of a range of time. */
export interface Figures {
  readonly object: "figures"
  readonly by: FigurePeriod
  /** The start of the first period, in milliseconds since the epoch. */
  readonly from: number
  /** The end of the last period, in milliseconds since the epoch. */
  readonly to: number
  /** The figures of all periods together. */
  readonly total: FigureSet
  /** The figures of each period, the oldest first. */
  readonly periods: ReadonlyArray<FiguresOfPeriod>
}

const lengthOf = { hour: hourMs, day: dayMs }
const mostPeriods = { hour: 3 * 24, day: 400 }
const periodsAtOnce = 10
const sumOf = { hour: "hours", day: "days" }

const checkInput = inputChecker(Schema.Struct({ from: Millis, to: Millis, by: FigurePeriod }))

/**
 * Returns the figures of a range of time. A refund counts when it succeeded, everything else when
 * the payment was created.
 */
export const figures = Effect.fnUntraced(function* (scope: Scope, query: FiguresQuery) {
  const { from, to, by } = yield* Effect.fromResult(checkInput(query))
  const length = lengthOf[by]
  const first = Math.floor(from / length) * length
  const end = Math.ceil(to / length) * length
  const count = (end - first) / length
  if (count < 1) return yield* parameterInvalid("to", "must be after from")
  if (count > mostPeriods[by]) {
    return yield* parameterInvalid("to", `must be at most ${mostPeriods[by]} ${by}s after from`)
  }
  const starts = Array.from({ length: count }, (_, nth) => first + nth * length)
  const total = new Map<string, bigint>()
  const periods: Array<FiguresOfPeriod> = []
  for (let nth = 0; nth < count; nth += periodsAtOnce) {
    // Hundreds of days would hold the event loop for long.
    if (nth > 0) yield* Effect.yieldNow
    const some = starts.slice(nth, nth + periodsAtOnce)
    const found = yield* amountsOf(scope, some, by)
    for (const { figure, amount } of found) total.set(figure, (total.get(figure) ?? 0n) + amount)
    yield* Effect.yieldNow
    const byStart = Map.groupBy(found, ({ start }) => start)
    for (const start of some) {
      periods.push({ start, ...figureSet(byStart.get(keyOf(start, by)) ?? []) })
    }
  }
  const all = Array.from(total, ([figure, amount]) => ({ figure, amount }))
  const answer: Figures = {
    object: "figures",
    by,
    from: first,
    to: end,
    total: figureSet(all),
    periods
  }
  return answer
})

/** Reads the amounts of consecutive periods. */
const amountsOf = Effect.fnUntraced(function* (
  scope: Scope,
  starts: ReadonlyArray<Millis>,
  by: FigurePeriod
) {
  const storage = yield* Storage
  const sums = yield* storage.sums(scope, FigureChangeCollection, sumOf[by], {
    keyFrom: `${keyOf(starts[0] ?? 0, by)}/`,
    keyTo: `${keyOf(starts.at(-1) ?? 0, by)}/~`
  })
  return sums.flatMap(namedAmount)
})

const keyOf = (start: Millis, by: FigurePeriod): string =>
  by === "hour" ? hourOf(start) : utcDay(start)

const namedAmount = (sum: {
  readonly key: string
  readonly amount: bigint
}): ReadonlyArray<NamedAmount & { readonly start: string }> => {
  const at = sum.key.indexOf("/")
  const { amount } = sum
  return amount === 0n
    ? []
    : [{ start: sum.key.slice(0, at), figure: sum.key.slice(at + 1), amount }]
}
