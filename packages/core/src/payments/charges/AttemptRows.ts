import { Effect, Option } from "effect"
import {
  PaymentInstrumentCollection,
  type PaymentInstrumentRecord
} from "../../cards/saved/PaymentInstrument.ts"
import {
  type IdempotencyRecord,
  IdempotencyRecordCollection
} from "../../platform/idempotency/IdempotencyRecord.ts"
import { findJob } from "../../platform/jobs/scheduleJob.ts"
import type { Collection, Row, Stored } from "../../platform/storage/Collection.ts"
import type { Job } from "../../platform/storage/Job.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { AttemptCollection, type AttemptRecord } from "./Attempt.ts"
import type { Following } from "./Follower.ts"
import { PaymentCollection, type PaymentRecord } from "./Payment.ts"

/** The rows that the decision of an attempt may change, as last read. */
export interface AttemptRows {
  readonly payment: Stored<PaymentRecord>
  readonly attempt: Stored<AttemptRecord>
  /** The recovery job, null if it is gone. */
  readonly job: Stored<Job> | null
  /** The idempotency record of its request, null if it is gone. */
  readonly record: Stored<IdempotencyRecord> | null
  /** The saved card that pays, null if none does. */
  readonly instrument: Stored<PaymentInstrumentRecord> | null
}

/** An attempt opened by a commit, with its recovery job. */
export interface OpenedAttempt {
  readonly payment: Stored<PaymentRecord>
  readonly attempt: Stored<AttemptRecord>
  readonly job: Stored<Job>
}

/** Returns true if the money must be taken at once, because nobody captures it later. */
export const isPaidAtOnce = (
  { attempt }: Pick<AttemptRows, "attempt">,
  followers: ReadonlyArray<Following>
): boolean => {
  const { manualCapture, type } = attempt.row.facts
  return !manualCapture && type !== "verify" && followers.some((one) => one.isPaidAtOnce)
}

/** Loads the rows of an attempt. None if there is no such attempt. */
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

/** Loads the rows again. They exist, because they are never deleted. */
export const reload = Effect.fnUntraced(function* ({ attempt }: AttemptRows) {
  return yield* Effect.orDie(Effect.fromOption(yield* loadAttempt(attempt.scope, attempt.row.id)))
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
