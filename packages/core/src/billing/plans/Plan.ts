import { Effect, Option, Schema } from "effect"
import { named } from "../../kernel/codec/named.ts"
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

/**
 * The status of a plan. Only an `active` plan accepts new subscribers. Readers must accept unknown
 * values.
 */
export const PlanStatus = Schema.Literals(["active", "grandfathered", "retired"])
export type PlanStatus = Named<typeof PlanStatus.Type>

/** A plan as it is stored. Its price and interval never change. */
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
  /** The plan that it superseded. Null for the first version. */
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

/** A trial at the start of a subscription. */
export interface PlanTrial {
  /** The length in days: 1 or more. */
  readonly days: number
  /** The price of the trial, in minor units: `0n` if it is free. */
  readonly amount: bigint
}

/**
 * A plan: the price and interval of a subscription. They never change. A new price is a new plan.
 */
export interface Plan {
  readonly object: "plan"
  /** `plan_` and a ULID. */
  readonly id: PlanId
  /** The merchant's own name for the plan. */
  readonly name: string
  /** The price of each cycle, in minor units of the currency: `1250n` is 12.50 EUR. */
  readonly amount: bigint
  /** An ISO 4217 code. */
  readonly currency: CurrencyCode
  /** The billing interval. */
  readonly interval: BillingInterval
  /** The trial at the start. Null if there is none. */
  readonly trial: PlanTrial | null
  /** The fee that is charged once, with the first charge, in minor units. Null if there is none. */
  readonly setupFee: bigint | null
  /**
   * The number of cycles after which a subscription ends, without the trial. Null if it has no end.
   */
  readonly endAfterCycles: number | null
  /** The status. Only an `active` plan accepts new subscribers. */
  readonly status: PlanStatus
  /** The version: 1, or the version of the superseded plan plus one. */
  readonly version: number
  /** The merchant's own notes, as they were given. */
  readonly metadata: Metadata
  /** The time of creation, in milliseconds since the epoch. */
  readonly created: number
}

const PlanTrial = Schema.Struct({ days: Schema.Int, amount: MinorAmount })

/** A plan as it is read from the wire. Its status is open. */
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
}).pipe(
  Schema.encodeKeys({ setupFee: "setup_fee", endAfterCycles: "end_after_cycles" }),
  named("Plan")
)

export const planCodec: WireCodec<Plan> = wireCodec(Plan)

/** The resource of a stored plan. */
export const toPlan = (record: PlanRecord): Plan => ({
  object: "plan",
  id: record.id,
  name: record.name,
  amount: record.amount,
  currency: record.currency,
  interval: record.interval,
  trial: record.trial,
  setupFee: record.setupFee,
  endAfterCycles: record.endAfterCycles,
  status: record.status,
  version: record.version,
  metadata: record.metadata,
  created: record.created
})

/** Returns the plan of this scope. Refused with `ResourceNotFound`. */
export const getPlan = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const storage = yield* Storage
  const found = yield* storage.get(scope, PlanCollection, id)
  return Option.isSome(found) ? found.value : yield* new ResourceNotFound({ object: "plan", id })
})
