import { Effect, Schema } from "effect"
import { inputChecker } from "../../input/decodeInput.ts"
import { list, listCodec } from "../../pagination/List.ts"
import { cursorFields, cursorKeys } from "../../pagination/ListQuery.ts"
import { signedPage } from "../../pagination/signedPage.ts"
import type { Caller } from "../../tenants/Caller.ts"
import { getPayment } from "../retrievePayment.ts"
import { Attempt, AttemptCollection, toAttempt } from "./Attempt.ts"

/** The query of operation 4 (spec 4.3). */
export const ListAttempts = Schema.Struct(cursorFields)
  .pipe(Schema.encodeKeys(cursorKeys))
  .annotate({ identifier: "ListAttempts" })
export type ListAttempts = typeof ListAttempts.Type

export const attemptListCodec = listCodec<Attempt>(Attempt)

const checkInput = inputChecker(ListAttempts)

/** Operation 4 (spec 4.3): the attempts of a payment, oldest first. */
export const listAttempts = Effect.fnUntraced(function* (
  { scope }: Caller,
  paymentId: string,
  query: ListAttempts = {}
) {
  const cursor = yield* Effect.fromResult(checkInput(query))
  const payment = yield* getPayment(scope, paymentId)
  const { rows, nextCursor } = yield* signedPage({
    of: AttemptCollection,
    binding: { scope, list: "attempts", filters: [payment.row.id] },
    where: { payment: payment.row.id },
    order: "asc",
    defaultLimit: 20,
    ...cursor
  })
  return list(
    rows.map(({ row }) => toAttempt(row)),
    nextCursor
  )
})
