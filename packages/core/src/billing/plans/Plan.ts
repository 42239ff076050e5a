import { Effect, Option, Schema } from "effect"
import { type WireCodec, wireCodec } from "../../kernel/codec/WireCodec.ts"
import { ResourceNotFound } from "../../kernel/input/ResourceNotFound.ts"
import { BillingInterval } from "../../kernel/primitives/BillingInterval.ts"
import { CurrencyCode } from "../../kernel/primitives/CurrencyCode.ts"
import { freeText } from "../../kernel/primitives/FreeText.ts"
import { Metadata } from "../../kernel/primitives/Metadata.ts"
import { Amount, MinorAmount } from "../../kernel/primitives/MinorAmount.ts"
import type { Named } from "../../kernel/primitives/Named.ts"
import { openEnum } from "../../kernel/primitives/openEnum.ts"
import { PlanId } from "../../kernel/primitives/PublicId.ts"
import { Millis, Timestamp } from "../../kernel/primitives/Timestamp.ts"
import { collection } from "../../platform/storage/Collection.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { EndAfterCycles, TrialDays } from "../Terms.ts"

/** Only an `active` plan takes new subscribers. Open for reading, closed for meaning (spec 2.8). */
export const PlanStatus = Schema.Literals(["active", "grandfathered", "retired"])
export type PlanStatus = Named<typeof PlanStatus.Type>

/** A plan as it is stored. What it costs and how often never changes. */
export const PlanRecord = Schema.Struct({
  id: PlanId,
  name: freeText(255),
  amount: Amount,
  currency: CurrencyCode,
  interval: BillingInterval,
  trial: Schema.NullOr(Schema.Struct({ days: TrialDays, amount: Amount })),
  setupFee: Schema.NullOr(Amount),
  endAfterCycles: Schema.NullOr(EndAfterCycles),
  status: PlanStatus,
  version: Schema.Int,
  /** The plan whose place it took; null for the first of its kind. */
  supersedes: Schema.NullOr(PlanId),
  metadata: Metadata,
  created: Millis
})
export interface PlanRecord extends Schema.Schema.Type<typeof PlanRecord> {}

export const PlanCollection = collection<PlanRecord>({
  name: "plans",
  schema: PlanRecord,
  indexes: { status: { of: (plan) => plan.status } }
})

/** How a subscription begins that is tried out first. */
export interface PlanTrial {
  /** For how many days: 1 or more. */
  readonly days: number
  /** What the trial costs, in minor units: `0n` where it is free. */
  readonly amount: bigint
}

/**
 * What is sold again and again: at which price, and how often (spec 2.8). A price or an interval
 * never changes; another one is another plan.
 */
export interface Plan {
  readonly object: "plan"
  /** `plan_` and a ULID. */
  readonly id: PlanId
  /** The merchant's own name for it. */
  readonly name: string
  /** What each cycle costs, in minor units of the currency: `1250n` is 12.50 EUR. */
  readonly amount: bigint
  /** An ISO 4217 code. */
  readonly currency: CurrencyCode
  /** How often it is billed. */
  readonly interval: BillingInterval
  /** How it begins; null where there is no trial. */
  readonly trial: PlanTrial | null
  /** What is charged once, with the first charge, in minor units; null where nothing is. */
  readonly setupFee: bigint | null
  /** After so many cycles it is over, the trial not counted; null where it goes on. */
  readonly endAfterCycles: number | null
  /** Only an `active` plan takes new subscribers. */
  readonly status: PlanStatus
  /** 1, and one more than that of the plan it superseded. */
  readonly version: number
  /** The merchant's own notes, as they were given. */
  readonly metadata: Metadata
  /** When it was made, in milliseconds since the epoch. */
  readonly created: number
}

const PlanTrial = Schema.Struct({ days: Schema.Int, amount: MinorAmount })

/** A plan as it is read from the wire: its status is open. */
export const Plan = Schema.Struct({
  object: Schema.Literal("plan"),
  id: PlanId,
  name: Schema.String,
  amount: MinorAmount,
  currency: CurrencyCode,
  interval: BillingInterval,
  trial: Schema.NullOr(PlanTrial),
  setupFee: Schema.NullOr(MinorAmount),
  endAfterCycles: Schema.NullOr(Schema.Int),
  status: openEnum(PlanStatus),
  version: Schema.Int,
  metadata: Metadata,
  created: Timestamp
})
  .pipe(Schema.encodeKeys({ setupFee: "setup_fee", endAfterCycles: "end_after_cycles" }))
  .annotate({ identifier: "Plan" })

export const planCodec: WireCodec<Plan> = wireCodec(Plan)

/** The resource of a stored plan. */
export const toPlan = ({ supersedes: _, ...record }: PlanRecord): Plan => ({
  object: "plan",
  ...record
})

/** The plan of this scope, or the refusal that there is none. */
export const getPlan = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const storage = yield* Storage
  const found = yield* storage.get(scope, PlanCollection, id)
  return Option.isSome(found) ? found.value : yield* new ResourceNotFound({ object: "plan", id })
})
