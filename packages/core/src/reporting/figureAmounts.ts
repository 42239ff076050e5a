import type { Millis } from "../kernel/primitives/Timestamp.ts"
import type { FigureAmount } from "./FigureChange.ts"
import { joinedParts } from "./joinedParts.ts"
import type { ReportedPaymentRecord } from "./ReportedPayment.ts"

const hourLength = "2026-11-26T10".length

/** Returns the hour of a time in UTC, as figures name it. */
export const hourOf = (time: Millis): string => new Date(time).toISOString().slice(0, hourLength)

/**
 * Returns everything that a payment adds to the figures. The figures are the sums of these amounts
 * over all payments. A refund counts in the hour in which it succeeded. All else counts in the hour
 * in which the payment was created.
 */
export const figureAmounts = (row: ReportedPaymentRecord): ReadonlyArray<FigureAmount> => {
  const { currency, amountCaptured, method, brand, recoveredBy } = row
  const hour = hourOf(row.created)
  const of = (figure: string, amount: bigint): FigureAmount => ({ hour, figure, amount })
  const captured =
    amountCaptured === 0n
      ? []
      : [
          of(`captured|${currency}`, amountCaptured),
          of(`paid|${currency}`, 1n),
          of(joinedParts("method", method, brand, "captured", currency), amountCaptured),
          ...(recoveredBy === null
            ? []
            : [of(`recovered|${recoveredBy}|${currency}`, amountCaptured)])
        ]
  const attempted = row.attempts.flatMap(({ mid, outcome, declineCode }) => [
    of(joinedParts("account", mid, outcome), 1n),
    of(joinedParts("method", method, brand, outcome), 1n),
    ...(declineCode === null ? [] : [of(`declined|${declineCode}`, 1n)])
  ])
  const refunded = row.refunds.flatMap(({ at, amount }) => [
    { hour: hourOf(at), figure: `refunded|${currency}`, amount },
    { hour: hourOf(at), figure: `refunds|${currency}`, amount: 1n }
  ])
  return [...captured, ...attempted, ...refunded]
}

/** Adds up amounts by hour and figure. Amounts that add up to zero are left out. */
export const summedUp = (amounts: ReadonlyArray<FigureAmount>): ReadonlyArray<FigureAmount> => {
  const sums = new Map<string, FigureAmount>()
  for (const each of amounts) {
    const key = `${each.hour}/${each.figure}`
    const before = sums.get(key)
    sums.set(key, before === undefined ? each : { ...each, amount: before.amount + each.amount })
  }
  return [...sums.values()].filter(({ amount }) => amount !== 0n)
}

/** Returns the amounts with the opposite sign. */
export const takenBack = (amounts: ReadonlyArray<FigureAmount>): ReadonlyArray<FigureAmount> =>
  amounts.map((each) => ({ ...each, amount: -each.amount }))
