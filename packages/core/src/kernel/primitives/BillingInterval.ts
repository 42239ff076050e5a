import { Schema } from "effect"
import { refusedAs } from "./RefusalCode.ts"

const wholeNumber = refusedAs("parameter_invalid", "a whole number from 1 to 1000")

/** How often something is billed: so many days, weeks, months or years (spec 2.1). */
export interface BillingInterval {
  /** What is counted. */
  readonly unit: "day" | "week" | "month" | "year"
  /** So many of the unit: 1 to 1,000. */
  readonly count: number
}
export const BillingInterval = Schema.Struct({
  unit: Schema.Literals(["day", "week", "month", "year"]),
  count: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1000 }, wholeNumber))
})
