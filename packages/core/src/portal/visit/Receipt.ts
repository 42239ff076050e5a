import { Schema } from "effect"
import { named } from "../../kernel/codec/named.ts"
import { type WireCodec, wireCodec } from "../../kernel/codec/WireCodec.ts"
import { CurrencyCode } from "../../kernel/primitives/CurrencyCode.ts"
import { MinorAmount } from "../../kernel/primitives/MinorAmount.ts"
import type { Named } from "../../kernel/primitives/Named.ts"
import { openEnum } from "../../kernel/primitives/openEnum.ts"
import { PaymentId, RefundId } from "../../kernel/primitives/PublicId.ts"
import { Timestamp } from "../../kernel/primitives/Timestamp.ts"
import { type ListCodec, listCodec } from "../../platform/pagination/List.ts"

/** The status of a refund on a receipt. */
export const ReceiptRefundStatus = Schema.Literals(["pending", "succeeded"])
export type ReceiptRefundStatus = Named<typeof ReceiptRefundStatus.Type>

/** A refund on a receipt. */
export interface ReceiptRefund {
  /** `refund_` and a ULID. */
  readonly id: RefundId
  /** The amount in minor units. */
  readonly amount: bigint
  /** The status. */
  readonly status: ReceiptRefundStatus
  /** The time of its request, in milliseconds since the epoch. */
  readonly created: number
}

/** An item of a receipt. */
export interface ReceiptItem {
  /** The name. */
  readonly name: string
  /** The quantity. */
  readonly quantity: number
  /** The amount of all of them, in minor units. */
  readonly amount: bigint
}

/** The means of a payment on a receipt. */
export interface ReceiptMethod {
  /** The method: `card`, `wallet` or the name of an alternative method. */
  readonly type: string
  /** The brand of a card, such as `visa`. Null for another method. */
  readonly brand: string | null
  /** The last four digits of a card. Null if unknown. */
  readonly last4: string | null
}

/** The period that a payment of a subscription pays for. */
export interface ReceiptPeriod {
  /** Its start, in milliseconds since the epoch. */
  readonly start: number
  /** Its end, in milliseconds since the epoch. */
  readonly end: number
}

/** A payment of the customer with its refunds. Amounts are in minor units of the currency. */
export interface Receipt {
  readonly object: "receipt"
  /** The id of the payment. */
  readonly id: PaymentId
  /** The time of the payment, in milliseconds since the epoch. */
  readonly created: number
  /** An ISO 4217 code. */
  readonly currency: CurrencyCode
  /** The amount that was taken. */
  readonly amount: bigint
  /** The amount that was given back. */
  readonly amountRefunded: bigint
  /** The merchant's text, or the name of the plan. Null if there is neither. */
  readonly description: string | null
  /** The items. Empty if there are none. */
  readonly items: ReadonlyArray<ReceiptItem>
  /** The period of a subscription. Null for other payments. */
  readonly period: ReceiptPeriod | null
  /** The means of payment. */
  readonly method: ReceiptMethod
  /** At most 100 refunds, newest first. */
  readonly refunds: ReadonlyArray<ReceiptRefund>
}

/** A receipt as it is read from the wire. Its enumerations are open. */
export const Receipt = Schema.Struct({
  object: Schema.Literal("receipt"),
  id: PaymentId,
  created: Timestamp,
  currency: CurrencyCode,
  amount: MinorAmount,
  amountRefunded: MinorAmount,
  description: Schema.NullOr(Schema.String),
  items: Schema.Array(
    Schema.Struct({ name: Schema.String, quantity: Schema.Int, amount: MinorAmount })
  ),
  period: Schema.NullOr(Schema.Struct({ start: Timestamp, end: Timestamp })),
  method: Schema.Struct({
    type: Schema.String,
    brand: Schema.NullOr(Schema.String),
    last4: Schema.NullOr(Schema.String)
  }),
  refunds: Schema.Array(
    Schema.Struct({
      id: RefundId,
      amount: MinorAmount,
      status: openEnum(ReceiptRefundStatus),
      created: Timestamp
    })
  )
}).pipe(Schema.encodeKeys({ amountRefunded: "amount_refunded" }), named("Receipt"))

export const receiptCodec: WireCodec<Receipt> = wireCodec(Receipt)

export const receiptListCodec: ListCodec<Receipt> = listCodec(receiptCodec)
