import { Schema } from "effect"
import { BillingInterval } from "../../kernel/primitives/BillingInterval.ts"
import { CurrencyCode } from "../../kernel/primitives/CurrencyCode.ts"
import { Metadata } from "../../kernel/primitives/Metadata.ts"
import { MinorAmount } from "../../kernel/primitives/MinorAmount.ts"
import { refusedAs } from "../../kernel/primitives/RefusalCode.ts"
import { EndAfterCycles, TrialDays } from "../Terms.ts"
import { PlanRecord } from "./Plan.ts"

const name = PlanRecord.fields.name

const Trial = Schema.Struct({ days: TrialDays, amount: Schema.optionalKey(MinorAmount) })

/** What a plan may have or not; null is none. */
const extras = {
  trial: Schema.optionalKey(Schema.NullOr(Trial)),
  setupFee: Schema.optionalKey(
    Schema.NullOr(MinorAmount).annotate(
      refusedAs("amount_invalid_format", "a count of minor units, or null")
    )
  ),
  endAfterCycles: Schema.optionalKey(Schema.NullOr(EndAfterCycles)),
  metadata: Schema.optionalKey(Metadata)
}

/** How a subscription begins that is tried out first. */
export interface PlanTrialInput {
  /** For how many days: 1 to 36,500. */
  readonly days: number
  /** What the trial costs, in minor units; it is free without it. */
  readonly amount?: bigint
}

/** A plan to make (operation 20, spec 4.7). */
export interface CreatePlan {
  /** The merchant's own name for it; at most 255 characters. */
  readonly name: string
  /** What each cycle costs, in minor units of the currency: `1250n` is 12.50 EUR. */
  readonly amount: bigint
  /** An ISO 4217 code, of a currency that one of the merchant accounts settles. */
  readonly currency: string
  /** How often it is billed. */
  readonly interval: BillingInterval
  /** How a subscription begins; without one, with the first cycle. */
  readonly trial?: PlanTrialInput | null
  /** What is charged once, with the first charge, in minor units. */
  readonly setupFee?: bigint | null
  /** After so many cycles a subscription is over, the trial not counted; 1 to 1,000,000. */
  readonly endAfterCycles?: number | null
  /** The merchant's own notes: at most 50 keys of 40 characters, with values of at most 500. */
  readonly metadata?: Metadata
}
export const CreatePlan = Schema.Struct({
  name,
  amount: MinorAmount,
  currency: CurrencyCode,
  interval: BillingInterval,
  ...extras
})
  .pipe(Schema.encodeKeys({ setupFee: "setup_fee", endAfterCycles: "end_after_cycles" }))
  .annotate({ identifier: "CreatePlan" })

/**
 * What to change of a plan (operation 23, spec 4.7). What is left out stays; of the metadata, too,
 * only what is named changes.
 */
export interface UpdatePlan {
  /** The merchant's own name for it; at most 255 characters. */
  readonly name?: string
  /** Whether it takes new subscribers; that of a superseded plan stays. */
  readonly status?: "active" | "retired"
  /** Keys that are named change, the others stay; an empty value takes its key away. */
  readonly metadata?: Metadata
}
export const UpdatePlan = Schema.Struct({
  name: Schema.optionalKey(name),
  status: Schema.optionalKey(Schema.Literals(["active", "retired"])),
  metadata: Schema.optionalKey(Metadata)
}).annotate({ identifier: "UpdatePlan" })

/** How a plan differs from the one whose place it takes: what is left out stays. */
export interface SupersedePlan {
  /** The merchant's own name for it; at most 255 characters. */
  readonly name?: string
  /** What each cycle costs, in minor units of the currency. */
  readonly amount?: bigint
  /** An ISO 4217 code, of a currency that one of the merchant accounts settles. */
  readonly currency?: string
  /** How often it is billed. */
  readonly interval?: BillingInterval
  /** How a subscription begins; null for no trial. */
  readonly trial?: PlanTrialInput | null
  /** What is charged once, with the first charge, in minor units; null for nothing. */
  readonly setupFee?: bigint | null
  /** After so many cycles a subscription is over; null for one that goes on. */
  readonly endAfterCycles?: number | null
  /** Keys that are named change, the others stay; an empty value takes its key away. */
  readonly metadata?: Metadata
}
export const SupersedePlan = Schema.Struct({
  name: Schema.optionalKey(name),
  amount: Schema.optionalKey(MinorAmount),
  currency: Schema.optionalKey(CurrencyCode),
  interval: Schema.optionalKey(BillingInterval),
  ...extras
})
