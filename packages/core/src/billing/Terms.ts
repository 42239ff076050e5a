import { Schema } from "effect"
import { BillingInterval } from "../kernel/primitives/BillingInterval.ts"
import { CurrencyCode } from "../kernel/primitives/CurrencyCode.ts"
import { dayMs } from "../kernel/primitives/durations.ts"
import { Amount } from "../kernel/primitives/MinorAmount.ts"
import { refusedAs } from "../kernel/primitives/RefusalCode.ts"
import type { Millis } from "../kernel/primitives/Timestamp.ts"

const mostTrialDays = 36_500
const mostCycles = 1_000_000

/** How long a trial is: 1 to 36,500 days, which is a century. */
export const TrialDays = Schema.Int.check(
  Schema.isBetween(
    { minimum: 1, maximum: mostTrialDays },
    refusedAs("parameter_invalid", `a whole number from 1 to ${mostTrialDays}`)
  )
)

/** After how many cycles a subscription is over: 1 to 1,000,000. */
export const EndAfterCycles = Schema.Int.check(
  Schema.isBetween(
    { minimum: 1, maximum: mostCycles },
    refusedAs("parameter_invalid", `a whole number from 1 to ${mostCycles}`)
  )
)

/** What was agreed on with a subscriber, as it is stored: it never changes. */
export const Terms = Schema.Struct({
  /** What each cycle costs. */
  amount: Amount,
  currency: CurrencyCode,
  interval: BillingInterval,
  /** Null where there is none. */
  trial: Schema.NullOr(Schema.Struct({ days: TrialDays, amount: Amount })),
  /** Charged once, with the first charge. */
  setupFee: Amount,
  /** Null where it goes on until somebody ends it. */
  endAfterCycles: Schema.NullOr(EndAfterCycles)
})
export interface Terms extends Schema.Schema.Type<typeof Terms> {}

/** When a trial that begins now is over; null where there is none. */
export const trialEndOf = ({ trial }: Pick<Terms, "trial">, now: Millis): Millis | null =>
  trial === null ? null : now + trial.days * dayMs

/** What is charged first: the setup fee, and the trial or else the first cycle. */
export const firstCharge = ({
  amount,
  trial,
  setupFee
}: Pick<Terms, "amount" | "trial" | "setupFee">): bigint =>
  setupFee + (trial === null ? amount : trial.amount)
