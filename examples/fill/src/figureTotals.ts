import {
  type FigureAmount,
  type FigureChange,
  FigureChangeCollection,
  figureAmounts,
  ReportedPaymentCollection,
  type ReportedPaymentRecord
} from "@payloom/core"
import type { StoredValues } from "./rowForm.ts"
import { inDigits } from "./ulidTime.ts"

/** The number of amounts in one row. A reader adds the last rows up itself, so they are small. */
const amountsOfRow = 100

/** Adds up the figures of payments, and makes rows of them. */
export class FigureTotals {
  readonly #facetsOf = ReportedPaymentCollection.indexes.facets?.of ?? (() => null)
  readonly #amounts = new Map<string, FigureAmount>()
  readonly #facets = new Map<string, number>()

  /** Adds a reported payment that is later than the original. */
  add(row: ReportedPaymentRecord, laterMs: number): void {
    const facets = this.#facetsOf(row) ?? ""
    this.#facets.set(facets, (this.#facets.get(facets) ?? 0) + 1)
    const moved = {
      ...row,
      created: row.created + laterMs,
      refunds: row.refunds.map(({ at, amount }) => ({ at: at + laterMs, amount }))
    }
    for (const each of figureAmounts(moved)) {
      const key = `${each.hour}/${each.figure}`
      const before = this.#amounts.get(key)
      this.#amounts.set(
        key,
        before === undefined ? each : { ...before, amount: before.amount + each.amount }
      )
    }
  }

  /** Returns rows of all that was added, in the order of their hours. */
  rows(now: number): ReadonlyArray<FigureChange> {
    const amounts = [...this.#amounts.values()].sort((one, other) =>
      one.hour < other.hour ? -1 : one.hour > other.hour ? 1 : 0
    )
    const facets = Array.from(this.#facets, ([of, payments]) => ({ facets: of, payments }))
    const count = Math.ceil(amounts.length / amountsOfRow)
    return Array.from({ length: count }, (_, nth) => ({
      id: `report_${inDigits(now, 10)}${inDigits(nth, 16)}`,
      amounts: amounts.slice(nth * amountsOfRow, (nth + 1) * amountsOfRow),
      facets: nth === 0 ? facets : []
    }))
  }
}

/** Returns the values of a row of figures for its table. */
export const figureValues = (change: FigureChange): StoredValues => [
  1,
  change.id,
  FigureChangeCollection.encode(change)
]
