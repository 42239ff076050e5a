import { Effect, Schema } from "effect"
import { named } from "../../kernel/codec/named.ts"
import { idBounds } from "../../kernel/ids/Moment.ts"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import { Timestamp, TimestampFrom } from "../../kernel/primitives/Timestamp.ts"
import { type ListCodec, list, listCodec } from "../../platform/pagination/List.ts"
import {
  type BothWaysCursor,
  cursorFields,
  cursorKeys,
  type PageLimit,
  withSeveral
} from "../../platform/pagination/ListQuery.ts"
import { signedPage } from "../../platform/pagination/signedPage.ts"
import type { Caller } from "../../platform/tenants/Caller.ts"
import { PaymentCollection, PaymentStatus, toPayment } from "../charges/Payment.ts"
import {
  expandPayments,
  type ListedPayment,
  listedPaymentCodec,
  PaymentExpansion
} from "./expandPayments.ts"

/** The query of an iteration over payments. */
export interface IteratePayments<Expanded extends PaymentExpansion = never> extends PageLimit {
  /** Only payments in this status, or in one of these. */
  readonly status?: PaymentStatus | ReadonlyArray<PaymentStatus>
  /** Only payments created at this time or later, in milliseconds since the epoch. */
  readonly createdGte?: number
  /** Only payments created at this time or earlier, in milliseconds since the epoch. */
  readonly createdLte?: number
  /** The related objects to show in place of their ids. */
  readonly expand?: ReadonlyArray<Expanded>
}

/** The query of a page of payments. The default limit is 20. */
export interface ListPayments<Expanded extends PaymentExpansion = never>
  extends IteratePayments<Expanded>,
    BothWaysCursor {}
export const ListPayments = Schema.Struct({
  ...cursorFields,
  status: Schema.optionalKey(Schema.Array(PaymentStatus)),
  createdGte: Schema.optionalKey(TimestampFrom),
  createdLte: Schema.optionalKey(Timestamp),
  expand: Schema.optionalKey(Schema.Array(PaymentExpansion))
}).pipe(
  Schema.encodeKeys({ ...cursorKeys, createdGte: "created_gte", createdLte: "created_lte" }),
  named("ListPayments")
)

export const paymentListCodec: ListCodec<ListedPayment<PaymentExpansion>> =
  listCodec(listedPaymentCodec)

const checkInput = inputChecker(ListPayments)

/** Returns a page of payments, newest first. */
export const listPayments = Effect.fnUntraced(function* (
  caller: Caller,
  query: ListPayments<PaymentExpansion> = {}
) {
  const { scope } = caller
  const {
    status,
    createdGte,
    createdLte,
    expand = [],
    ...cursor
  } = yield* Effect.fromResult(checkInput(withSeveral("status", query)))
  const statuses = status === undefined ? null : [...new Set(status)].sort()
  const { rows, nextCursor } = yield* signedPage({
    of: PaymentCollection,
    binding: {
      scope,
      list: "payments",
      filters: [statuses, createdGte ?? null, createdLte ?? null]
    },
    where: statuses === null ? {} : { status: statuses },
    order: "desc",
    defaultLimit: 20,
    ...(createdGte === undefined ? {} : { idFrom: idBounds("payment", createdGte).first }),
    ...(createdLte === undefined ? {} : { idTo: idBounds("payment", createdLte).last }),
    ...cursor
  })
  const payments = rows.map(({ row }) => toPayment(row))
  return list(yield* expandPayments(scope, payments, expand), nextCursor)
})
