import { Schema } from "effect"
import { named } from "../../kernel/codec/named.ts"
import { type WireCodec, wireCodec } from "../../kernel/codec/WireCodec.ts"
import { CurrencyCode } from "../../kernel/primitives/CurrencyCode.ts"
import { Metadata } from "../../kernel/primitives/Metadata.ts"
import { Amount, MinorAmount } from "../../kernel/primitives/MinorAmount.ts"
import type { Named } from "../../kernel/primitives/Named.ts"
import { openEnum } from "../../kernel/primitives/openEnum.ts"
import {
  AttemptId,
  BillingCycleId,
  CheckoutSessionId,
  CustomerId,
  NotificationId,
  PaymentId,
  PaymentInstrumentId
} from "../../kernel/primitives/PublicId.ts"
import { StoredCredential } from "../../kernel/primitives/StoredCredential.ts"
import { Millis, Timestamp, timestampOf } from "../../kernel/primitives/Timestamp.ts"
import { collection } from "../../platform/storage/Collection.ts"
import { AuthorizationOptions } from "../../providers/AuthorizationOptions.ts"
import { Decline, DeclineRecord, declineToWire } from "../../providers/Decline.ts"
import { Split, SplitRecord, splitsToWire } from "../../providers/Split.ts"
import { capturableOf } from "./capturable.ts"
import { refundedSplits } from "./refundedSplits.ts"

/** The status of a payment. Readers must accept unknown values. */
export const PaymentStatus = Schema.Literals([
  "created",
  "requires_payment",
  "authenticating",
  "processing",
  "authorized",
  "succeeded",
  "declined",
  "failed",
  "expired",
  "canceled",
  "partially_captured",
  "partially_refunded",
  "refunded",
  "voided"
])
export type PaymentStatus = Named<typeof PaymentStatus.Type>

/**
 * The type of a payment, which the card schemes see. A `verify` payment checks a card with amount
 * 0.
 */
export const PaymentType = Schema.Literals([
  "one_off",
  "subscription_initial",
  "subscription_rebill",
  "moto",
  "verify"
])
export type PaymentType = Named<typeof PaymentType.Type>

/** `automatic` captures at once, `manual` only authorizes, for a later capture. */
export const CaptureMethod = Schema.Literals(["automatic", "manual"])
export type CaptureMethod = Named<typeof CaptureMethod.Type>

/** The statuses in which a payment has no decline. */
export type UndeclinedStatus = Exclude<PaymentStatus, "declined" | "failed">

/** The fields of every payment. */
export interface PaymentBase {
  readonly object: "payment"
  /** `payment_` and a ULID. */
  readonly id: PaymentId
  /** The type that the card schemes see. A `verify` payment checks a card. */
  readonly type: PaymentType
  /** The amount to pay, in minor units of the currency: `1250n` is 12.50 EUR. */
  readonly amount: bigint
  /** An ISO 4217 code. */
  readonly currency: CurrencyCode
  /** The amount that is held and may still be captured, in minor units. */
  readonly amountCapturable: bigint
  /** The amount captured so far, in minor units. */
  readonly amountCaptured: bigint
  /** The refunded amount in minor units, less the refunds that were reversed. */
  readonly amountRefunded: bigint
  /** The parts that the provider pays to other accounts, as given. Absent if there are none. */
  readonly splits?: ReadonlyArray<Split>
  /** The amount of the parts that refunds took back, in minor units. Absent if it is zero. */
  readonly splitsReversed?: bigint
  /** True if the payer disputes the payment at their bank. */
  readonly disputed: boolean
  /** The ids of its attempts, oldest first. */
  readonly attempts: ReadonlyArray<AttemptId>
  /** The merchant's own notes, as they were given. */
  readonly metadata: Metadata
  /** The time of creation, in milliseconds since the epoch. */
  readonly created: number
}

/** The status of a payment. `decline` is present if the status is `declined` or `failed`. */
export interface PaymentStanding<Status, Refusal> {
  /** The status. */
  readonly status: Status
  /**
   * The reason of the decline, and the next step. Null unless the status is `declined` or `failed`.
   */
  readonly decline: Refusal
}

/** The related objects of a payment: their ids, or the objects if a list expands them. */
export interface PaymentRelations<Payer, Instrument, Session> {
  /** The customer who pays. Null if no customer was given. */
  readonly customer: Payer | null
  /** The saved card or debit that is charged. Null if there is none. */
  readonly paymentInstrument: Instrument | null
  /** The checkout session in which it is paid. Null if there is none. */
  readonly checkoutSession: Session | null
}

interface RelatedIds extends PaymentRelations<CustomerId, PaymentInstrumentId, CheckoutSessionId> {}

/** A declined payment, with its reason. */
export interface DeclinedPayment
  extends PaymentBase,
    PaymentStanding<"declined", Decline>,
    RelatedIds {}

/** A failed payment, with its reason. */
export interface FailedPayment
  extends PaymentBase,
    PaymentStanding<"failed", Decline>,
    RelatedIds {}

/** A payment in any other status. */
export interface UndeclinedPayment
  extends PaymentBase,
    PaymentStanding<UndeclinedStatus, null>,
    RelatedIds {}

/**
 * A payment. Amounts are in minor units of its currency, times are in milliseconds since the epoch.
 * If its status is `declined` or `failed`, its `decline` has the reason.
 */
export type Payment = DeclinedPayment | FailedPayment | UndeclinedPayment

const sharedFields = {
  id: PaymentId,
  status: PaymentStatus,
  type: PaymentType,
  disputed: Schema.Boolean,
  /** Oldest first. */
  attempts: Schema.Array(AttemptId),
  customer: Schema.NullOr(CustomerId),
  paymentInstrument: Schema.NullOr(PaymentInstrumentId),
  checkoutSession: Schema.NullOr(CheckoutSessionId),
  currency: CurrencyCode,
  metadata: Metadata
}

/** A payment as it is stored. */
export const PaymentRecord = Schema.Struct({
  ...sharedFields,
  amount: Amount,
  captureMethod: CaptureMethod,
  /** The features asked of its authorization. Absent if there are none. */
  authorization: Schema.optionalKey(Schema.toType(AuthorizationOptions)),
  /** The rest of the hold. Absent if it follows from the status, see `capturableOf`. */
  amountCapturable: Schema.optionalKey(Amount),
  /** The parts that the provider pays to other accounts. Absent if there are none. */
  splits: Schema.optionalKey(Schema.Array(SplitRecord)),
  ...refundedSplits,
  /** True if its hold was captured in several parts. */
  capturedInParts: Schema.optionalKey(Schema.Literal(true)),
  amountCaptured: Amount,
  /** The succeeded refunds less the reversed ones. */
  amountRefunded: Amount,
  /**
   * The pending and succeeded refunds. Together with `amountDisputed` they never exceed the
   * captured amount.
   */
  amountReserved: Amount,
  /** The amount of open and lost disputes. */
  amountDisputed: Amount,
  /**
   * Notifications about money that left the payment and could not be booked. No refund is made
   * until they are booked or dismissed. Absent if there is none.
   */
  unbooked: Schema.optionalKey(Schema.Array(NotificationId)),
  storedCredential: Schema.NullOr(StoredCredential),
  /** The billing cycle that it pays. Absent if there is none. */
  billingCycle: Schema.optionalKey(BillingCycleId),
  decline: Schema.NullOr(DeclineRecord),
  created: Millis,
  /** Present if its customer was erased: no text of a provider is stored any more. */
  erased: Schema.optionalKey(Schema.Literal(true))
})
export interface PaymentRecord extends Schema.Schema.Type<typeof PaymentRecord> {}

export const PaymentCollection = collection<PaymentRecord>({
  name: "payments",
  schema: PaymentRecord,
  unique: { checkoutSession: { of: (payment) => payment.checkoutSession } },
  indexes: {
    status: { of: (payment) => payment.status },
    customer: { of: (payment) => payment.customer }
  }
})

export const paymentFields = {
  object: Schema.Literal("payment"),
  id: PaymentId,
  status: openEnum(PaymentStatus),
  type: PaymentType,
  amount: MinorAmount,
  currency: CurrencyCode,
  amountCapturable: MinorAmount,
  amountCaptured: MinorAmount,
  amountRefunded: MinorAmount,
  splits: Schema.optionalKey(Schema.Array(Split)),
  splitsReversed: Schema.optionalKey(MinorAmount),
  decline: Schema.NullOr(Decline),
  disputed: Schema.Boolean,
  attempts: sharedFields.attempts,
  customer: sharedFields.customer,
  paymentInstrument: sharedFields.paymentInstrument,
  checkoutSession: sharedFields.checkoutSession,
  metadata: Metadata,
  created: Timestamp
}

export const paymentKeys = {
  amountCapturable: "amount_capturable",
  amountCaptured: "amount_captured",
  amountRefunded: "amount_refunded",
  splitsReversed: "splits_reversed",
  paymentInstrument: "payment_instrument",
  checkoutSession: "checkout_session"
} as const

/** A payment as it is read from the wire. Its enumerations are open. */
export const Payment = Schema.Struct(paymentFields).pipe(
  Schema.encodeKeys(paymentKeys),
  named("Payment")
)

const toWire = (payment: Payment): typeof Payment.Encoded => ({
  object: payment.object,
  id: payment.id,
  status: payment.status,
  type: payment.type,
  amount: payment.amount.toString(),
  currency: payment.currency,
  amount_capturable: payment.amountCapturable.toString(),
  amount_captured: payment.amountCaptured.toString(),
  amount_refunded: payment.amountRefunded.toString(),
  ...(payment.splits === undefined ? {} : { splits: splitsToWire(payment.splits) }),
  ...(payment.splitsReversed === undefined
    ? {}
    : { splits_reversed: payment.splitsReversed.toString() }),
  decline: payment.decline === null ? null : declineToWire(payment.decline),
  disputed: payment.disputed,
  attempts: payment.attempts,
  customer: payment.customer,
  payment_instrument: payment.paymentInstrument,
  checkout_session: payment.checkoutSession,
  metadata: payment.metadata,
  created: timestampOf(payment.created)
})

/** An earlier release stored answers without the amount that may be captured. */
const withAmountCapturable = (stored: Readonly<Record<string, unknown>>) => ({
  amount_capturable: stored.status === "authorized" ? stored.amount : "0",
  ...stored
})

export const paymentCodec: WireCodec<Payment> = wireCodec(Payment, toWire, withAmountCapturable)

/** The resource of a stored payment. It has a `decline` if it is declined or failed. */
export const toPayment = (record: PaymentRecord): Payment => {
  const reversed = record.splitsReversed?.amount ?? 0n
  const payment = {
    object: "payment" as const,
    id: record.id,
    status: record.status,
    type: record.type,
    amount: record.amount,
    currency: record.currency,
    amountCapturable: capturableOf(record),
    amountCaptured: record.amountCaptured,
    amountRefunded: record.amountRefunded,
    ...(record.splits === undefined ? {} : { splits: record.splits }),
    ...(reversed === 0n ? {} : { splitsReversed: reversed }),
    decline: record.decline,
    disputed: record.disputed,
    attempts: record.attempts,
    customer: record.customer,
    paymentInstrument: record.paymentInstrument,
    checkoutSession: record.checkoutSession,
    metadata: record.metadata,
    created: record.created
  }
  return payment as Payment
}
