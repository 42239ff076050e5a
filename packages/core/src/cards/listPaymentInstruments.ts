import { Effect, Schema } from "effect"
import { inputChecker } from "../input/decodeInput.ts"
import { idPage } from "../pagination/idPage.ts"
import { list, listCodec } from "../pagination/List.ts"
import { cursorFields } from "../pagination/ListQuery.ts"
import type { Caller } from "../tenants/Caller.ts"
import { CustomerId, PaymentInstrumentId } from "../values/PublicId.ts"
import {
  PaymentInstrument,
  PaymentInstrumentCollection,
  toPaymentInstrument
} from "./PaymentInstrument.ts"

/** The query of operation 17 (spec 4.2 and 4.6). */
export const ListPaymentInstruments = Schema.Struct({
  customer: CustomerId,
  limit: cursorFields.limit,
  /** The id of the last item on the page before. */
  startingAfter: Schema.optionalKey(PaymentInstrumentId)
})
  .pipe(Schema.encodeKeys({ startingAfter: "starting_after" }))
  .annotate({ identifier: "ListPaymentInstruments" })
export type ListPaymentInstruments = typeof ListPaymentInstruments.Type

export const paymentInstrumentListCodec = listCodec<PaymentInstrument>(PaymentInstrument)

const checkInput = inputChecker(ListPaymentInstruments)

/** Operation 17 (spec 4.6): a customer's saved cards, newest first, the detached ones too. */
export const listPaymentInstruments = Effect.fnUntraced(function* (
  { scope }: Caller,
  query: ListPaymentInstruments
) {
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
