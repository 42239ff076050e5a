import { Schema } from "effect"
import { named } from "../../kernel/codec/named.ts"
import { type WireCodec, wireCodec } from "../../kernel/codec/WireCodec.ts"
import { inFourDigits } from "../../kernel/ids/crockford.ts"
import { type Machine, statusAfter } from "../../kernel/Machine.ts"
import { CurrencyCode } from "../../kernel/primitives/CurrencyCode.ts"
import { Amount, MinorAmount } from "../../kernel/primitives/MinorAmount.ts"
import type { Named } from "../../kernel/primitives/Named.ts"
import { openEnum } from "../../kernel/primitives/openEnum.ts"
import { BillingCycleId, PaymentId, SubscriptionId } from "../../kernel/primitives/PublicId.ts"
import { Millis, Timestamp } from "../../kernel/primitives/Timestamp.ts"
import type { EventResource } from "../../platform/events/recordEvent.ts"
import { collection } from "../../platform/storage/Collection.ts"

/** The status of a billing cycle. Readers must accept unknown values. */
export const BillingCycleStatus = Schema.Literals([
  "scheduled",
  "due",
  "charging",
  "paid",
  "retrying",
  "failed",
  "skipped",
  "canceled"
])
export type BillingCycleStatus = Named<typeof BillingCycleStatus.Type>

/**
 * The retries of a cycle whose charge was declined. They are stored with the cycle, so they never
 * change.
 */
export const Dunning = Schema.Struct({
  /** The time of the first decline. */
  startedAt: Millis,
  /** The remaining times of retries. After the last one there is none. */
  datesLeft: Schema.Array(Millis),
  /**
   * True if the card can't be charged any more. Until there is another card, retry times pass
   * unused.
   */
  isStopped: Schema.Boolean
})
export interface Dunning extends Schema.Schema.Type<typeof Dunning> {}

/**
 * Consecutive charges that failed without a fault of the card. They are stored with the cycle while
 * they last.
 */
export const Blocked = Schema.Struct({
  /** The time when the first of these charges failed. */
  since: Millis,
  /** The time when the last of them failed. */
  failedAt: Millis,
  /** The number of failures in a row. */
  failures: Schema.Int,
  /** True if `alert.renewal_blocked` was raised. */
  isAlerted: Schema.Boolean
})
export interface Blocked extends Schema.Schema.Type<typeof Blocked> {}

/** One period of a subscription and its charge, as it is stored. */
export const BillingCycleRecord = Schema.Struct({
  id: BillingCycleId,
  subscription: SubscriptionId,
  /** The position among the subscription's cycles. 0 is the trial. */
  sequence: Schema.Int,
  dueAt: Millis,
  periodStart: Millis,
  periodEnd: Millis,
  /** The amount without the setup fee, which is only on the first payment. */
  amount: Amount,
  currency: CurrencyCode,
  status: BillingCycleStatus,
  /** The number of charges. A charge that failed without a fault of the card does not count. */
  attemptCount: Schema.Int,
  /** The payment of the latest charge. Null if there was none yet. */
  payment: Schema.NullOr(PaymentId),
  /**
   * The payments whose returned money came back after the cycle was charged again, oldest first.
   * Absent if there are none.
   */
  restored: Schema.optionalKey(Schema.Array(PaymentId)),
  /** Null until a charge was declined. */
  dunning: Schema.NullOr(Dunning),
  /** Absent unless the latest charge failed without a fault of the card. */
  blocked: Schema.optionalKey(Blocked),
  /** True if the card changed since the last charge. The new card is charged at once. */
  retryAtOnce: Schema.Boolean,
  created: Millis
})
export interface BillingCycleRecord extends Schema.Schema.Type<typeof BillingCycleRecord> {}

export const BillingCycleCollection = collection<BillingCycleRecord>({
  name: "billing_cycles",
  schema: BillingCycleRecord,
  indexes: {
    subscription: { of: (cycle) => cycle.subscription },
    state: { of: ({ subscription, status }) => stateOf(subscription, status) }
  }
})

/** The index key of a subscription's cycles in one status. */
export const stateOf = (subscription: string, status: BillingCycleStatus): string =>
  `${subscription}:${status}`

/**
 * Returns the id of a subscription's cycle. It is a ULID with the subscription's time, then the
 * sequence, then the random part of the subscription's id. So each sequence has exactly one id,
 * whichever process creates the cycle, and the cycles sort by their sequence.
 */
export const billingCycleId = (subscription: SubscriptionId, sequence: number): BillingCycleId => {
  const ulid = subscription.slice(subscription.indexOf("_") + 1)
  return `cycle_${ulid.slice(0, 10)}${inFourDigits(sequence)}${ulid.slice(14)}` as BillingCycleId
}

/** The triggers of a billing cycle's state machine. */
export type BillingCycleTrigger =
  | "fall_due"
  | "charge"
  | "pay"
  | "decline"
  | "defer"
  | "return"
  | "fail"
  | "skip"
  | "cancel"

/**
 * The state machine of a billing cycle. A cycle that costs nothing is paid when it falls due. A
 * paid one is charged again if the payer's bank returned the money.
 */
export const billingCycleMachine: Machine<BillingCycleStatus, BillingCycleTrigger> = {
  name: "Billing cycle",
  initial: ["scheduled"],
  transitions: {
    scheduled: { fall_due: "due", skip: "skipped", cancel: "canceled" },
    due: { charge: "charging", pay: "paid", skip: "skipped", cancel: "canceled" },
    charging: { pay: "paid", decline: "retrying", defer: "due", cancel: "canceled" },
    retrying: { charge: "charging", fail: "failed", cancel: "canceled" },
    paid: { return: "retrying" },
    failed: {},
    skipped: {},
    canceled: {}
  }
}

/** Returns the cycle after some triggers. A transition that the machine forbids is a defect. */
export const cycleAfter = (
  cycle: BillingCycleRecord,
  triggers: ReadonlyArray<BillingCycleTrigger>,
  fields: Partial<BillingCycleRecord> = {}
): BillingCycleRecord => ({
  ...cycle,
  ...fields,
  status: triggers.reduce(
    (status, trigger) => statusAfter(billingCycleMachine, status, trigger),
    cycle.status
  )
})

/** Removes the record of failed charges after the card was charged or declined. */
export const unblocked = ({ blocked: _, ...cycle }: BillingCycleRecord): BillingCycleRecord => cycle

/** The fields of every billing cycle. */
export interface BillingCycleBase {
  readonly object: "billing_cycle"
  /** `cycle_` and a ULID. */
  readonly id: BillingCycleId
  /** The subscription's id. */
  readonly subscription: SubscriptionId
  /** The position among the subscription's cycles. 1 is the first, 0 a trial before it. */
  readonly sequence: number
  /** The time of the first charge, in milliseconds since the epoch. */
  readonly dueAt: number
  /** The start of the period, in milliseconds since the epoch. */
  readonly periodStart: number
  /** The end of the period, when the next begins, in milliseconds since the epoch. */
  readonly periodEnd: number
  /** The price in minor units of the currency, without a setup fee. */
  readonly amount: bigint
  /** An ISO 4217 code. */
  readonly currency: CurrencyCode
  /** The status. */
  readonly status: BillingCycleStatus
  /**
   * The number of charges, with the one in flight. A renewal that failed without a fault of the
   * card, such as in an outage of the provider, does not count.
   */
  readonly attemptCount: number
  /** The time of creation, in milliseconds since the epoch. */
  readonly created: number
}

/** One period of a subscription, and its charge. */
export interface BillingCycle extends BillingCycleBase {
  /** The id of the latest charge's payment. Null if there was none, or none was needed. */
  readonly payment: PaymentId | null
}

export const billingCycleFields = {
  object: Schema.Literal("billing_cycle"),
  id: BillingCycleId,
  subscription: SubscriptionId,
  sequence: Schema.Int,
  dueAt: Timestamp,
  periodStart: Timestamp,
  periodEnd: Timestamp,
  amount: MinorAmount,
  currency: CurrencyCode,
  status: openEnum(BillingCycleStatus),
  attemptCount: Schema.Int,
  payment: Schema.NullOr(PaymentId),
  created: Timestamp
}

export const billingCycleKeys = {
  dueAt: "due_at",
  periodStart: "period_start",
  periodEnd: "period_end",
  attemptCount: "attempt_count"
} as const

/** A billing cycle as it is read from the wire. Its status is open. */
export const BillingCycle = Schema.Struct(billingCycleFields).pipe(
  Schema.encodeKeys(billingCycleKeys),
  named("BillingCycle")
)

export const billingCycleCodec: WireCodec<BillingCycle> = wireCodec(BillingCycle)

/** The resource of a stored billing cycle. */
export const toBillingCycle = (record: BillingCycleRecord): BillingCycle => ({
  object: "billing_cycle",
  id: record.id,
  subscription: record.subscription,
  sequence: record.sequence,
  dueAt: record.dueAt,
  periodStart: record.periodStart,
  periodEnd: record.periodEnd,
  amount: record.amount,
  currency: record.currency,
  status: record.status,
  attemptCount: record.attemptCount,
  payment: record.payment,
  created: record.created
})

/** The form of a billing cycle in alerts. */
export const shownCycle: EventResource<BillingCycleRecord> = {
  show: (row) => billingCycleCodec.encode(toBillingCycle(row))
}
