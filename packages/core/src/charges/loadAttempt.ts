import { Effect, Option } from "effect"
import { PaymentInstrumentCollection } from "../cards/PaymentInstrument.ts"
import { IdempotencyRecordCollection } from "../idempotency/IdempotencyRecord.ts"
import { findJob } from "../jobs/schedule.ts"
import type { Collection, Row, Stored } from "../storage/Collection.ts"
import type { Scope } from "../storage/Scope.ts"
import { Storage } from "../storage/Storage.ts"
import { AttemptCollection } from "./Attempt.ts"
import type { AttemptRows } from "./AttemptRows.ts"
import { PaymentCollection } from "./Payment.ts"

/** Everything that settling an attempt may touch, as it stands now; none for an unknown attempt. */
export const loadAttempt = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const storage = yield* Storage
  const attempt = yield* storage.get(scope, AttemptCollection, id)
  if (Option.isNone(attempt)) return Option.none<AttemptRows>()
  const payment = yield* storage.get(scope, PaymentCollection, attempt.value.row.payment)
  if (Option.isNone(payment)) return Option.none<AttemptRows>()
  const rows: AttemptRows = {
    attempt: attempt.value,
    payment: payment.value,
    job: yield* findJob(scope, "recover_attempt", id),
    record: yield* getOrNull(
      scope,
      IdempotencyRecordCollection,
      attempt.value.row.idempotencyRecord
    ),
    instrument: yield* getOrNull(
      scope,
      PaymentInstrumentCollection,
      payment.value.row.paymentInstrument
    )
  }
  return Option.some(rows)
})

const getOrNull = Effect.fnUntraced(function* <R extends Row>(
  scope: Scope,
  of: Collection<R>,
  id: string | null
) {
  if (id === null) return null
  const storage = yield* Storage
  const found: Option.Option<Stored<R>> = yield* storage.get(scope, of, id)
  return Option.getOrNull(found)
})
