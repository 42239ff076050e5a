import type { DailyRevenue } from "@payloom/core"
import { amountsAs, linesOf, type WriteOptions } from "./writeCsv.ts"

/**
 * Writes the result of `ledger.revenue` as CSV: a line for each day and currency, with the columns
 * `day`, `currency`, `captured`, `refunded`, `disputes_held`, `disputes_lost`, `fees`, `net`,
 * `late_charges` and `splits`. It is one text, because it has at most 366 days.
 */
export const revenueCsv = (
  days: ReadonlyArray<DailyRevenue>,
  options: WriteOptions = {}
): string => {
  const as = amountsAs(options)
  const figures = ["captured", "refunded", "disputes_held", "disputes_lost", "fees", "net"] as const
  const last = ["#late_charges", "#splits"] as const
  const header = as.header("day", "currency", ...figures.map((name) => `#${name}`), ...last)
  return linesOf([
    header,
    ...days.map(({ day, currency, ...of }) => [
      day,
      currency,
      ...[
        of.captured,
        of.refunded,
        of.disputesHeld,
        of.disputesLost,
        of.fees,
        of.net,
        of.lateCharges,
        of.splits
      ].map((amount) => as.cell(amount, currency))
    ])
  ])
}
