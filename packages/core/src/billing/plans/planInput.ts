import { Schema } from "effect"
import { named } from "../../kernel/codec/named.ts"
import { BillingInterval } from "../../kernel/primitives/BillingInterval.ts"
import { CurrencyCode } from "../../kernel/primitives/CurrencyCode.ts"
import { Metadata } from "../../kernel/primitives/Metadata.ts"
import { MinorAmount } from "../../kernel/primitives/MinorAmount.ts"
import { refusedAs } from "../../kernel/primitives/RefusalCode.ts"
import { EndAfterCycles, TrialDays } from "../Terms.ts"
import { PlanRecord } from "./Plan.ts"

const name = PlanRecord.fields.name

const Trial = Schema.Struct({ days: TrialDays, amount: Schema.optionalKey(MinorAmount) })

/** The optional terms of a plan. Null means none. */
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

/** The input of a trial at the start of a subscription. */
export interface PlanTrialInput {
  /** The length in days: 1 to 36,500. */
  readonly days: number
  /** The price of the trial, in minor units. Without it the trial is free. */
  readonly amount?: bigint
}

/** The input of a new plan. */
export interface CreatePlan {
  /** The merchant's own name for the plan, at most 255 characters. */
  readonly name: string
  /** The price of each cycle, in minor units of the currency: `1250n` is 12.50 EUR. */
  readonly amount: bigint
  /** An ISO 4217 code. A merchant account must settle the currency. */
  readonly currency: string
  /** The billing interval. */
  readonly interval: BillingInterval
  /** The trial at the start. Without it a subscription begins with the first cycle. */
  readonly trial?: PlanTrialInput | null
  /** The fee that is charged once, with the first charge, in minor units. */
  readonly setupFee?: bigint | null
  /** The number of cycles after which a subscription ends, without the trial: 1 to 1,000,000. */
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
}).pipe(
  Schema.encodeKeys({ setupFee: "setup_fee", endAfterCycles: "end_after_cycles" }),
  named("CreatePlan")
)

/** The changes of a plan. A field that is left out stays. Metadata is merged by key. */
export interface UpdatePlan {
  /** The merchant's own name for the plan, at most 255 characters. */
  readonly name?: string
  /** `active` plans accept new subscribers. The status of a superseded plan can't change. */
  readonly status?: "active" | "retired"
  /** The keys to change. Other keys stay. An empty value removes its key. */
  readonly metadata?: Metadata
}
export const UpdatePlan = Schema.Struct({
  name: Schema.optionalKey(name),
  status: Schema.optionalKey(Schema.Literals(["active", "retired"])),
  metadata: Schema.optionalKey(Metadata)
}).pipe(named("UpdatePlan"))

/** The terms of a plan's successor. A field that is left out has the value of the old plan. */
export interface SupersedePlan {
  /** The merchant's own name for the plan, at most 255 characters. */
  readonly name?: string
  /** The price of each cycle, in minor units of the currency. */
  readonly amount?: bigint
  /** An ISO 4217 code. A merchant account must settle the currency. */
  readonly currency?: string
  /** The billing interval. */
  readonly interval?: BillingInterval
  /** The trial at the start. Null removes it. */
  readonly trial?: PlanTrialInput | null
  /** The fee that is charged once, with the first charge, in minor units. Null removes it. */
  readonly setupFee?: bigint | null
  /** The number of cycles after which a subscription ends. Null removes the end. */
  readonly endAfterCycles?: number | null
  /** The keys to change. Other keys stay. An empty value removes its key. */
  readonly metadata?: Metadata
}
export const SupersedePlan = Schema.Struct({
  name: Schema.optionalKey(name),
  amount: Schema.optionalKey(MinorAmount),
  currency: Schema.optionalKey(CurrencyCode),
  interval: Schema.optionalKey(BillingInterval),
  ...extras
})
