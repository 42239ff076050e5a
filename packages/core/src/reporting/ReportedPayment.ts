import { Schema } from "effect"
import { CurrencyCode } from "../kernel/primitives/CurrencyCode.ts"
import { Amount } from "../kernel/primitives/MinorAmount.ts"
import type { Named } from "../kernel/primitives/Named.ts"
import { CustomerId, MidId, PaymentId } from "../kernel/primitives/PublicId.ts"
import { Millis } from "../kernel/primitives/Timestamp.ts"
import { PaymentStatus } from "../payments/charges/Payment.ts"
import { collection } from "../platform/storage/Collection.ts"
import { DeclineCode } from "../providers/Decline.ts"
import { facetsOf } from "./facets.ts"

/**
 * The result of an attempt as figures count it. `blameless` attempts failed without a fault of the
 * payment method, so no approval rate counts them. `open` attempts have no result yet.
 */
export const AttemptOutcome = Schema.Literals(["approved", "declined", "blameless", "open"])
export type AttemptOutcome = Named<typeof AttemptOutcome.Type>

/** The way in which a payment was recovered after a decline. */
export const RecoveredBy = Schema.Literals(["cascade", "dunning"])
export type RecoveredBy = Named<typeof RecoveredBy.Type>

/** A payment as reports store it, with all facts that figures count. It has no personal data. */
export const ReportedPaymentRecord = Schema.Struct({
  id: PaymentId,
  status: PaymentStatus,
  amount: Amount,
  currency: CurrencyCode,
  amountCaptured: Amount,
  amountRefunded: Amount,
  disputed: Schema.Boolean,
  method: Schema.NullOr(Schema.String),
  brand: Schema.NullOr(Schema.String),
  last4: Schema.NullOr(Schema.String),
  mid: Schema.NullOr(MidId),
  declineCode: Schema.NullOr(DeclineCode),
  customer: Schema.NullOr(CustomerId),
  /** The provider's reference of the last attempt. Null if the provider gave none. */
  reference: Schema.NullOr(Schema.String),
  attempts: Schema.Array(
    Schema.Struct({
      mid: Schema.NullOr(MidId),
      outcome: AttemptOutcome,
      declineCode: Schema.NullOr(DeclineCode),
      /** The provider's reference, if it isn't the last attempt. A term finds the payment by it. */
      reference: Schema.optionalKey(Schema.String)
    })
  ),
  /** The refunds that returned money, with their times. */
  refunds: Schema.Array(Schema.Struct({ at: Millis, amount: Amount })),
  recoveredBy: Schema.NullOr(RecoveredBy),
  /** True if the result of an attempt is unknown. */
  isUnknown: Schema.Boolean,
  created: Millis
})
export interface ReportedPaymentRecord extends Schema.Schema.Type<typeof ReportedPaymentRecord> {}

export const ReportedPaymentCollection = collection<ReportedPaymentRecord>({
  name: "reported_payments",
  schema: ReportedPaymentRecord,
  indexes: {
    facets: { of: facetsOf },
    amount: { of: ({ amount }) => amount.toString() },
    last4: { of: ({ last4 }) => last4 },
    customer: { of: ({ customer }) => customer },
    reference: { of: ({ reference }) => reference },
    unknown: { of: ({ isUnknown }) => (isUnknown ? "unknown" : null) }
  }
})

/** A payment as reports show it. Amounts are in minor units of its currency. */
export interface ReportedPayment {
  readonly object: "reported_payment"
  /** The id of the payment. */
  readonly id: PaymentId
  /** The time of creation, in milliseconds since the epoch. */
  readonly created: number
  readonly status: PaymentStatus
  /** The amount to pay, in minor units. */
  readonly amount: bigint
  /** An ISO 4217 code. */
  readonly currency: CurrencyCode
  /** The refunded amount in minor units, less the refunds that were reversed. */
  readonly amountRefunded: bigint
  /** True if the payer disputes the payment at their bank. */
  readonly disputed: boolean
  /** `card`, or the wallet or alternative method, such as `apple_pay`. Null before an attempt. */
  readonly method: string | null
  /** The brand of the card, such as `visa`. Null without a card. */
  readonly brand: string | null
  /** The last four digits of the card. Null without a card, and if they are unknown. */
  readonly last4: string | null
  /** The merchant account of the approved attempt, or of the last one. Null if there is none. */
  readonly mid: MidId | null
  /** The reason of the last decline. Null if the payment was not declined. */
  readonly declineCode: DeclineCode | null
  readonly customer: CustomerId | null
}

/** Returns the resource of a reported payment. */
export const toReportedPayment = (row: ReportedPaymentRecord): ReportedPayment => ({
  object: "reported_payment",
  id: row.id,
  created: row.created,
  status: row.status,
  amount: row.amount,
  currency: row.currency,
  amountRefunded: row.amountRefunded,
  disputed: row.disputed,
  method: row.method,
  brand: row.brand,
  last4: row.last4,
  mid: row.mid,
  declineCode: row.declineCode,
  customer: row.customer
})
