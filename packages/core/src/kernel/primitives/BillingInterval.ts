import { Schema } from "effect"
import { refusedAs } from "./RefusalCode.ts"

const wholeNumber = refusedAs("parameter_invalid", "a whole number from 1 to 1000")

/** The interval of a billing: a number of days, weeks, months or years. */
export interface BillingInterval {
  /** The unit of the count. */
  readonly unit: "day" | "week" | "month" | "year"
  /** The number of units: 1 to 1,000. */
  readonly count: number
}
export const BillingInterval = Schema.Struct({
  unit: Schema.Literals(["day", "week", "month", "year"]),
  count: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1000 }, wholeNumber))
})
