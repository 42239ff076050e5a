import { Effect, Schema } from "effect"
import { named } from "../../kernel/codec/named.ts"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import { type ListCodec, list, listCodec } from "../../platform/pagination/List.ts"
import {
  type BothWaysCursor,
  cursorFields,
  cursorKeys,
  type PageLimit
} from "../../platform/pagination/ListQuery.ts"
import { signedSlice } from "../../platform/pagination/signedPage.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import type { Caller } from "../../platform/tenants/Caller.ts"
import { type Attempt, AttemptCollection, attemptCodec, toAttempt } from "../charges/Attempt.ts"
import { getPayment } from "../charges/getPayment.ts"

/** The query of a page of attempts. The default limit is 20. */
export interface ListAttempts extends PageLimit, BothWaysCursor {}
export const ListAttempts = Schema.Struct(cursorFields).pipe(
  Schema.encodeKeys(cursorKeys),
  named("ListAttempts")
)

export const attemptListCodec: ListCodec<Attempt> = listCodec(attemptCodec)

const checkInput = inputChecker(ListAttempts)

/** Returns a page of a payment's attempts, oldest first. */
export const listAttempts = Effect.fnUntraced(function* (
  caller: Caller,
  paymentId: string,
  query: ListAttempts = {}
) {
  const { scope } = caller
  const storage = yield* Storage
  const cursor = yield* Effect.fromResult(checkInput(query))
  const payment = yield* getPayment(scope, paymentId)
  // The order is the payment's own. Ids don't show the order of attempts that two processes open in
  // the same millisecond.
  const { ids, nextCursor } = yield* signedSlice(payment.row.attempts, {
    binding: { scope, list: "attempts", filters: [payment.row.id] },
    defaultLimit: 20,
    ...cursor
  })
  const rows = yield* storage.getMany(scope, AttemptCollection, ids)
  return list(
    rows.map(({ row }) => toAttempt(row)),
    nextCursor
  )
})
