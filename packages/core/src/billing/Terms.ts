import { Schema } from "effect"
import { BillingInterval } from "../kernel/primitives/BillingInterval.ts"
import { CurrencyCode } from "../kernel/primitives/CurrencyCode.ts"
import { dayMs } from "../kernel/primitives/durations.ts"
import { Amount } from "../kernel/primitives/MinorAmount.ts"
import { refusedAs } from "../kernel/primitives/RefusalCode.ts"
import type { Millis } from "../kernel/primitives/Timestamp.ts"

const mostTrialDays = 36_500
const mostCycles = 1_000_000

/** The length of a trial: 1 to 36,500 days. */
export const TrialDays = Schema.Int.check(
  Schema.isBetween(
    { minimum: 1, maximum: mostTrialDays },
    refusedAs("parameter_invalid", `a whole number from 1 to ${mostTrialDays}`)
  )
)

/** The number of cycles after which a subscription ends: 1 to 1,000,000. */
export const EndAfterCycles = Schema.Int.check(
  Schema.isBetween(
    { minimum: 1, maximum: mostCycles },
    refusedAs("parameter_invalid", `a whole number from 1 to ${mostCycles}`)
  )
)

/** The stored terms of a subscription. They never change. */
export const Terms = Schema.Struct({
  /** The price of each cycle in minor units. */
  amount: Amount,
  currency: CurrencyCode,
  interval: BillingInterval,
  /** Null if there is no trial. */
  trial: Schema.NullOr(Schema.Struct({ days: TrialDays, amount: Amount })),
  /** Charged once, with the first charge. */
  setupFee: Amount,
  /** Null if the subscription runs until it is canceled. */
  endAfterCycles: Schema.NullOr(EndAfterCycles)
})
export interface Terms extends Schema.Schema.Type<typeof Terms> {}

/** Returns when a trial that starts now ends. Null if there is no trial. */
export const trialEndOf = ({ trial }: Pick<Terms, "trial">, now: Millis): Millis | null =>
  trial === null ? null : now + trial.days * dayMs

/** Returns the first charge: the setup fee, with the trial or else the first cycle. */
export const firstCharge = ({
  amount,
  trial,
  setupFee
}: Pick<Terms, "amount" | "trial" | "setupFee">): bigint =>
  setupFee + (trial === null ? amount : trial.amount)

/** Returns true if a sequence is that of the first cycle: the trial, if there is one. */
const isFirstCycle = (
  { trial }: Pick<Terms, "trial">,
  { sequence }: { readonly sequence: number }
): boolean => sequence === (trial === null ? 1 : 0)

/** Returns the charge of a cycle. The setup fee belongs to the first one, at each try. */
export const chargeOf = (
  terms: Terms,
  cycle: { readonly sequence: number; readonly amount: bigint }
): bigint => (isFirstCycle(terms, cycle) ? firstCharge(terms) : cycle.amount)
