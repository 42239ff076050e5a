import { Schema } from "effect"
import { collection, type Summand } from "../platform/storage/Collection.ts"

/** An amount that a payment adds to a figure of an hour. */
export interface FigureAmount {
  /** The hour in UTC, such as `2026-11-26T10`. */
  readonly hour: string
  /** The name of the figure, such as `captured|EUR`. */
  readonly figure: string
  /** A number of payments or attempts, or an amount in minor units. */
  readonly amount: bigint
}
const FigureAmount = Schema.Struct({
  hour: Schema.String,
  figure: Schema.String,
  amount: Schema.BigInt
})

/**
 * The change of all figures by one commit of the reports. The figures are the sums over these rows.
 * Sums have no version, so processes that change the same figure never conflict.
 */
export const FigureChange = Schema.Struct({
  id: Schema.String,
  amounts: Schema.Array(FigureAmount),
  /** The change of the number of payments that have the same facets. */
  facets: Schema.Array(Schema.Struct({ facets: Schema.String, payments: Schema.Int }))
})
export interface FigureChange extends Schema.Schema.Type<typeof FigureChange> {}

export const FigureChangeCollection = collection<FigureChange>({
  name: "figure_changes",
  schema: FigureChange,
  appendOnly: true,
  sums: {
    hours: { of: ({ amounts }) => amounts.map(({ hour, ...rest }) => summand(hour, rest)) },
    days: { of: ({ amounts }) => amounts.map(({ hour, ...rest }) => summand(dayOf(hour), rest)) },
    facets: {
      of: ({ facets }) =>
        facets.map((each) => ({ key: each.facets, place: "", amount: BigInt(each.payments) }))
    }
  }
})

const dayLength = "2026-11-26".length
const dayOf = (hour: string): string => hour.slice(0, dayLength)

const summand = (start: string, { figure, amount }: Omit<FigureAmount, "hour">): Summand => ({
  key: `${start}/${figure}`,
  place: "",
  amount
})
