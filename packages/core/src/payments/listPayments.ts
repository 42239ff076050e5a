import { Effect, Schema } from "effect"
import { PaymentCollection, PaymentStatus, toPayment } from "../charges/Payment.ts"
import { idBounds } from "../ids/Moment.ts"
import { inputChecker } from "../input/decodeInput.ts"
import { list, listCodec } from "../pagination/List.ts"
import { cursorFields, cursorKeys } from "../pagination/ListQuery.ts"
import { signedPage } from "../pagination/signedPage.ts"
import type { Caller } from "../tenants/Caller.ts"
import { Timestamp, TimestampFrom } from "../values/Timestamp.ts"
import { expandPayments, ListedPayment, PaymentExpansion } from "./expandPayments.ts"

/** The query of operation 2 (spec 4.3). */
export const ListPayments = Schema.Struct({
  ...cursorFields,
  status: Schema.optionalKey(Schema.Array(PaymentStatus)),
  /** Inclusive bounds on `created`. */
  createdGte: Schema.optionalKey(TimestampFrom),
  createdLte: Schema.optionalKey(Timestamp),
  /** Related objects to show in place of their ids. */
  expand: Schema.optionalKey(Schema.Array(PaymentExpansion))
})
  .pipe(Schema.encodeKeys({ ...cursorKeys, createdGte: "created_gte", createdLte: "created_lte" }))
  .annotate({ identifier: "ListPayments" })
export type ListPayments = typeof ListPayments.Type

export const paymentListCodec = listCodec<ListedPayment>(ListedPayment)

const checkInput = inputChecker(ListPayments)

/** Operation 2 (spec 4.3): payments, newest first. */
export const listPayments = Effect.fnUntraced(function* (
  { scope }: Caller,
  query: ListPayments = {}
) {
  const {
    status,
    createdGte,
    createdLte,
    expand = [],
    ...cursor
  } = yield* Effect.fromResult(checkInput(query))
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
