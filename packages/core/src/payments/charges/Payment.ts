import { Schema } from "effect"
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
import type { Answer } from "../../platform/idempotency/Answer.ts"
import { collection } from "../../platform/storage/Collection.ts"
import { Decline, DeclineRecord, declineToWire } from "../../providers/Decline.ts"

/** Open for reading, closed for meaning (spec 2.2). */
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

/** Decides the scheme framing; `verify` is a check of a card with amount 0 (spec 2.2). */
export const PaymentType = Schema.Literals([
  "one_off",
  "subscription_initial",
  "subscription_rebill",
  "moto",
  "verify"
])
export type PaymentType = Named<typeof PaymentType.Type>

/** `automatic` takes the money at once, `manual` holds it for a capture (spec 2.2). */
export const CaptureMethod = Schema.Literals(["automatic", "manual"])
export type CaptureMethod = Named<typeof CaptureMethod.Type>

/** The statuses in which a payment has no decline. */
export type UndeclinedStatus = Exclude<PaymentStatus, "declined" | "failed">

/** What every payment has, whatever became of it. */
export interface PaymentBase {
  readonly object: "payment"
  /** `payment_` and a ULID. */
  readonly id: PaymentId
  /** Decides the scheme framing; `verify` is a check of a card. */
  readonly type: PaymentType
  /** What is to be paid, in minor units of the currency: `1250n` is 12.50 EUR. */
  readonly amount: bigint
  /** An ISO 4217 code. */
  readonly currency: CurrencyCode
  /** What was taken so far, in minor units. */
  readonly amountCaptured: bigint
  /** What was given back and has not come back again, in minor units. */
  readonly amountRefunded: bigint
  /** Whether the payer disputes it at their bank. */
  readonly disputed: boolean
  /** The ids of its attempts to charge, oldest first. */
  readonly attempts: ReadonlyArray<AttemptId>
  /** The merchant's own notes, as they were given. */
  readonly metadata: Metadata
  /** When it was made, in milliseconds since the epoch. */
  readonly created: number
}

/** Where a payment stands; `decline` is there where the status is `declined` or `failed`. */
export interface PaymentStanding<Status, Refusal> {
  /** The status. */
  readonly status: Status
  /** Why it was declined, and what to do next; null unless it is `declined` or `failed`. */
  readonly decline: Refusal
}

/** What a payment names: by its id, or as itself where a list was asked to expand it. */
export interface PaymentRelations<Payer, Instrument, Session> {
  /** Who pays; null where nobody was named. */
  readonly customer: Payer | null
  /** The saved card that is charged; null where none is. */
  readonly paymentInstrument: Instrument | null
  /** The session that it is paid in; null where it is in none. */
  readonly checkoutSession: Session | null
}

interface RelatedIds extends PaymentRelations<CustomerId, PaymentInstrumentId, CheckoutSessionId> {}

/** A payment that was declined, and says why. */
export interface DeclinedPayment
  extends PaymentBase,
    PaymentStanding<"declined", Decline>,
    RelatedIds {}

/** A payment that was not carried out, and says why. */
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
 * A payment as merchants see it (spec 2.2). Amounts are minor units of its currency, times are
 * milliseconds since the epoch. Where its status is `declined` or `failed`, its `decline` says why.
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
  amountCaptured: Amount,
  /** What succeeded less what was reversed. */
  amountRefunded: Amount,
  /** Pending and succeeded refunds: with `amountDisputed` never more than what was captured. */
  amountReserved: Amount,
  /** Open and lost disputes. */
  amountDisputed: Amount,
  /**
   * Notifications that tell of money that went out and could not be booked. No refund is made until
   * they are booked or dismissed. Absent if there is none.
   */
  unbooked: Schema.optionalKey(Schema.Array(NotificationId)),
  storedCredential: Schema.NullOr(StoredCredential),
  /** The billing cycle that it is to pay; absent where it pays none. */
  billingCycle: Schema.optionalKey(BillingCycleId),
  decline: Schema.NullOr(DeclineRecord),
  created: Millis
})
export interface PaymentRecord extends Schema.Schema.Type<typeof PaymentRecord> {}

export const PaymentCollection = collection<PaymentRecord>({
  name: "payments",
  schema: PaymentRecord,
  unique: { checkoutSession: { of: (payment) => payment.checkoutSession } },
  indexes: { status: { of: (payment) => payment.status } }
})

export const paymentFields = {
  object: Schema.Literal("payment"),
  id: PaymentId,
  status: openEnum(PaymentStatus),
  type: PaymentType,
  amount: MinorAmount,
  currency: CurrencyCode,
  amountCaptured: MinorAmount,
  amountRefunded: MinorAmount,
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
  amountCaptured: "amount_captured",
  amountRefunded: "amount_refunded",
  paymentInstrument: "payment_instrument",
  checkoutSession: "checkout_session"
} as const

/** A payment as it is read from the wire: its enumerations are open. */
export const Payment = Schema.Struct(paymentFields)
  .pipe(Schema.encodeKeys(paymentKeys))
  .annotate({ identifier: "Payment" })

const toWire = (payment: Payment): typeof Payment.Encoded => ({
  object: payment.object,
  id: payment.id,
  status: payment.status,
  type: payment.type,
  amount: payment.amount.toString(),
  currency: payment.currency,
  amount_captured: payment.amountCaptured.toString(),
  amount_refunded: payment.amountRefunded.toString(),
  decline: payment.decline === null ? null : declineToWire(payment.decline),
  disputed: payment.disputed,
  attempts: payment.attempts,
  customer: payment.customer,
  payment_instrument: payment.paymentInstrument,
  checkout_session: payment.checkoutSession,
  metadata: payment.metadata,
  created: timestampOf(payment.created)
})

export const paymentCodec: WireCodec<Payment> = wireCodec(Payment, toWire)

/** The resource of a stored payment, which has a `decline` in those statuses that say why. */
export const toPayment = (record: PaymentRecord): Payment => {
  const payment = {
    object: "payment" as const,
    id: record.id,
    status: record.status,
    type: record.type,
    amount: record.amount,
    currency: record.currency,
    amountCaptured: record.amountCaptured,
    amountRefunded: record.amountRefunded,
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

interface Encoded {
  readonly record: PaymentRecord
  readonly json: Schema.Json
  readonly body: string
}

/** The payment that was encoded last: event, stored answer and response are made at a time. */
let latest: Encoded | null = null

const encodedPayment = (record: PaymentRecord): Encoded => {
  if (latest?.record === record) return latest
  const json = paymentCodec.encode(toPayment(record)) as Schema.Json
  latest = { record, json, body: JSON.stringify(json) }
  return latest
}

/** A payment as JSON. */
export const paymentJson = (record: PaymentRecord): Schema.Json => encodedPayment(record).json

/** A payment as the body of a response. */
export const paymentBody = (record: PaymentRecord): string => encodedPayment(record).body

/** A payment as a mutation answers it. */
export const paymentAnswer = (record: PaymentRecord): Answer<Payment> => ({
  value: toPayment(record),
  body: paymentBody(record),
  replayed: false
})
