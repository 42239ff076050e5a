import { Schema } from "effect"
import { type WireCodec, wireCodec } from "../../kernel/codec/WireCodec.ts"
import { type Machine, statusAfter } from "../../kernel/Machine.ts"
import { CurrencyCode } from "../../kernel/primitives/CurrencyCode.ts"
import { Amount, MinorAmount } from "../../kernel/primitives/MinorAmount.ts"
import type { Named } from "../../kernel/primitives/Named.ts"
import { openEnum } from "../../kernel/primitives/openEnum.ts"
import { BillingCycleId, PaymentId, SubscriptionId } from "../../kernel/primitives/PublicId.ts"
import { Millis, Timestamp } from "../../kernel/primitives/Timestamp.ts"
import type { EventResource } from "../../platform/events/recordEvent.ts"
import { collection } from "../../platform/storage/Collection.ts"

/** Where a cycle stands. Open for reading, closed for meaning (spec 2.10). */
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

/** How a cycle whose charge was declined is tried again; kept with it, so it never changes. */
export const Dunning = Schema.Struct({
  /** When the first charge was declined. */
  startedAt: Millis,
  /** When it is still to be tried; after the last nothing is. */
  datesLeft: Schema.Array(Millis),
  /** Whether the card is no use any more: until another one is there, dates pass unused. */
  isStopped: Schema.Boolean
})
export interface Dunning extends Schema.Schema.Type<typeof Dunning> {}

/** A charge that failed again and again for nobody's fault; kept with the cycle while it lasts. */
export const Blocked = Schema.Struct({
  /** When the first of these charges failed. */
  since: Millis,
  /** When the last of them failed. */
  failedAt: Millis,
  /** How many of them failed in a row. */
  failures: Schema.Int,
  /** Whether `alert.renewal_blocked` was raised. */
  isAlerted: Schema.Boolean
})
export interface Blocked extends Schema.Schema.Type<typeof Blocked> {}

/** One period of a subscription and what is charged for it, as it is stored. */
export const BillingCycleRecord = Schema.Struct({
  id: BillingCycleId,
  subscription: SubscriptionId,
  /** Its place among the subscription's cycles: 0 is the trial. */
  sequence: Schema.Int,
  dueAt: Millis,
  periodStart: Millis,
  periodEnd: Millis,
  /** Without the setup fee, which is on the first payment alone. */
  amount: Amount,
  currency: CurrencyCode,
  status: BillingCycleStatus,
  /** How many tries there were. A charge that failed for nobody's fault is none. */
  attemptCount: Schema.Int,
  /** Of the latest charge; null if there was none yet. */
  payment: Schema.NullOr(PaymentId),
  /** Null while no charge of it was declined. */
  dunning: Schema.NullOr(Dunning),
  /** Absent unless the latest charge failed for nobody's fault. */
  blocked: Schema.optionalKey(Blocked),
  /** Whether there is another card since its last try: that one is tried at once. */
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

/** What the cycles of a subscription are found by that stand alike. */
export const stateOf = (subscription: string, status: BillingCycleStatus): string =>
  `${subscription}:${status}`

const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

/** A number below 1,048,576 in four characters that sort as it does. */
const inFour = (sequence: number): string =>
  [15, 10, 5, 0].map((shift) => crockford[(sequence >> shift) & 31]).join("")

/**
 * The id of a subscription's cycle: a ULID of the subscription's own time, which continues with the
 * sequence and with what is left to chance of the subscription's id. So a sequence is there once,
 * whoever makes it, and a subscription's cycles sort by their sequence.
 */
export const billingCycleId = (subscription: SubscriptionId, sequence: number): BillingCycleId => {
  const ulid = subscription.slice(subscription.indexOf("_") + 1)
  return `cycle_${ulid.slice(0, 10)}${inFour(sequence)}${ulid.slice(14)}` as BillingCycleId
}

/** What moves a billing cycle on. */
export type BillingCycleTrigger =
  | "fall_due"
  | "charge"
  | "pay"
  | "decline"
  | "defer"
  | "fail"
  | "skip"
  | "cancel"

/** The life of a billing cycle (spec 2.10). One that costs nothing is paid when it falls due. */
export const billingCycleMachine: Machine<BillingCycleStatus, BillingCycleTrigger> = {
  name: "Billing cycle",
  initial: ["scheduled"],
  transitions: {
    scheduled: { fall_due: "due", skip: "skipped", cancel: "canceled" },
    due: { charge: "charging", pay: "paid", skip: "skipped", cancel: "canceled" },
    charging: { pay: "paid", decline: "retrying", defer: "due", cancel: "canceled" },
    retrying: { charge: "charging", fail: "failed", cancel: "canceled" },
    paid: {},
    failed: {},
    skipped: {},
    canceled: {}
  }
}

/** The cycle after some triggers; a move that its machine forbids is a defect. */
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

/** Removes what says that nobody could be asked: the card was charged or declined. */
export const unblocked = ({ blocked: _, ...cycle }: BillingCycleRecord): BillingCycleRecord => cycle

/** One period of a subscription, and what is charged for it (spec 2.10). */
export interface BillingCycle {
  readonly object: "billing_cycle"
  /** `cycle_` and a ULID. */
  readonly id: BillingCycleId
  /** The subscription that it is of, by id. */
  readonly subscription: SubscriptionId
  /** Its place among the subscription's cycles: 1 is the first, and 0 a trial before it. */
  readonly sequence: number
  /** When it is charged for the first time, in milliseconds since the epoch. */
  readonly dueAt: number
  /** When the period begins, in milliseconds since the epoch. */
  readonly periodStart: number
  /** When it ends, and the next begins, in milliseconds since the epoch. */
  readonly periodEnd: number
  /** What it costs, in minor units of the currency: without a setup fee. */
  readonly amount: bigint
  /** An ISO 4217 code. */
  readonly currency: CurrencyCode
  /** The status. */
  readonly status: BillingCycleStatus
  /**
   * How many tries there were, with the one in flight. A renewal that failed for nobody's fault,
   * such as an outage of the provider, is no try.
   */
  readonly attemptCount: number
  /** The payment of the latest charge, by id; null if there was none, or none was needed. */
  readonly payment: PaymentId | null
  /** When it was made, in milliseconds since the epoch. */
  readonly created: number
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

/** A billing cycle as it is read from the wire: its status is open. */
export const BillingCycle = Schema.Struct(billingCycleFields)
  .pipe(Schema.encodeKeys(billingCycleKeys))
  .annotate({ identifier: "BillingCycle" })

export const billingCycleCodec: WireCodec<BillingCycle> = wireCodec(BillingCycle)

/** The resource of a stored billing cycle. */
export const toBillingCycle = ({
  dunning: _,
  blocked: _blocked,
  retryAtOnce: _atOnce,
  ...record
}: BillingCycleRecord): BillingCycle => ({ object: "billing_cycle", ...record })

/** How alerts show a billing cycle. */
export const shownCycle: EventResource<BillingCycleRecord> = {
  show: (row) => billingCycleCodec.encode(toBillingCycle(row))
}
