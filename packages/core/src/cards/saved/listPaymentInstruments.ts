import { Effect, Schema } from "effect"
import { named } from "../../kernel/codec/named.ts"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import { CustomerId, PaymentInstrumentId } from "../../kernel/primitives/PublicId.ts"
import { idPage } from "../../platform/pagination/idPage.ts"
import { type ListCodec, list, listCodec } from "../../platform/pagination/List.ts"
import { cursorFields, type PageLimit } from "../../platform/pagination/ListQuery.ts"
import type { Caller } from "../../platform/tenants/Caller.ts"
import {
  type PaymentInstrument,
  PaymentInstrumentCollection,
  paymentInstrumentCodec,
  toPaymentInstrument
} from "./PaymentInstrument.ts"

/** The saved cards to iterate. */
export interface IteratePaymentInstruments extends PageLimit {
  /** The customer's id. */
  readonly customer: string
}

/** The saved cards to list, 10 a page by default. */
export interface ListPaymentInstruments extends IteratePaymentInstruments {
  /** The id of the last item on the previous page. */
  readonly startingAfter?: string
}
export const ListPaymentInstruments = Schema.Struct({
  customer: CustomerId,
  limit: cursorFields.limit,
  startingAfter: Schema.optionalKey(PaymentInstrumentId)
}).pipe(Schema.encodeKeys({ startingAfter: "starting_after" }), named("ListPaymentInstruments"))

export const paymentInstrumentListCodec: ListCodec<PaymentInstrument> =
  listCodec(paymentInstrumentCodec)

const checkInput = inputChecker(ListPaymentInstruments)

/** Lists a customer's saved cards, newest first, including detached ones. */
export const listPaymentInstruments = Effect.fnUntraced(function* (
  caller: Caller,
  query: ListPaymentInstruments
) {
  const { scope } = caller
  const { customer, ...cursor } = yield* Effect.fromResult(checkInput(query))
  const { rows, nextCursor } = yield* idPage({
    of: PaymentInstrumentCollection,
    scope,
    where: { customer },
    ...cursor
  })
  return list(
    rows.map(({ row }) => toPaymentInstrument(row)),
    nextCursor
  )
})
