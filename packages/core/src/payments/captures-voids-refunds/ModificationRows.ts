import { Effect, Option } from "effect"
import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import { findJob } from "../../platform/jobs/scheduleJob.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import { eachPage } from "../../platform/storage/eachPage.ts"
import type { Job } from "../../platform/storage/Job.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { AttemptCollection, type AttemptRecord } from "../charges/Attempt.ts"
import { holdJobsOf } from "../charges/holdJobs.ts"
import { PaymentCollection, type PaymentRecord } from "../charges/Payment.ts"
import { ModificationCollection, type ModificationRecord } from "./Modification.ts"

/** The rows that deciding on a capture, void or refund may touch, as they were last read. */
export interface ModificationRows {
  readonly modification: Stored<ModificationRecord>
  /** Whether the commit that decides on it is the one that records it: nobody asked for it here. */
  readonly isNew?: true
  readonly payment: Stored<PaymentRecord>
  readonly attempt: Stored<AttemptRecord>
  /** The job that carries it out; null where that is gone. */
  readonly job: Stored<Job> | null
  /** Whether that job has asked its provider and is answered by the verdict. */
  readonly isAnswer?: boolean
  /** When the provider says that what it tells happened; absent if it didn't tell. */
  readonly occurredAt?: Millis
  /** The API revision that events are told in, where the account was read with these rows. */
  readonly apiVersion?: string
  /** What would alert and expire the authorisation; gone once it is captured or given back. */
  readonly holdJobs: ReadonlyArray<Stored<Job>>
  /** The other refunds of the same late charge; absent if it is no late charge. */
  readonly lateRefunds?: ReadonlyArray<ModificationRecord>
}

/** Everything that deciding on a capture, void or refund may touch, as it stands now. */
export const loadModification = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const storage = yield* Storage
  const modification = yield* storage.get(scope, ModificationCollection, id)
  if (Option.isNone(modification)) return Option.none<ModificationRows>()
  const { payment: paymentId, attempt: attemptId } = modification.value.row
  const payment = yield* storage.get(scope, PaymentCollection, paymentId)
  const attempt = yield* storage.get(scope, AttemptCollection, attemptId)
  if (Option.isNone(payment) || Option.isNone(attempt)) return Option.none<ModificationRows>()
  const rows: ModificationRows = {
    modification: modification.value,
    payment: payment.value,
    attempt: attempt.value,
    job: yield* findJob(scope, "carry_out_modification", id),
    holdJobs: yield* holdJobsOf(scope, paymentId),
    ...(modification.value.row.purpose === "late_charge"
      ? { lateRefunds: (yield* loadLateRefunds(scope, attemptId)).filter((row) => row.id !== id) }
      : {})
  }
  return Option.some(rows)
})

/** Reads all refunds that a payment shows, oldest first. */
export const loadRefunds = (scope: Scope, payment: string) =>
  allRefunds(scope, { refundsOf: payment })

/** Reads all refunds of an attempt's late charge, oldest first. */
export const loadLateRefunds = (scope: Scope, attempt: string) =>
  Effect.map(allRefunds(scope, { lateRefundsOf: attempt }), (refunds) =>
    refunds.map(({ row }) => row)
  )

const allRefunds = Effect.fnUntraced(function* (
  scope: Scope,
  where: Readonly<Record<string, string>>
) {
  const refunds: Array<Stored<ModificationRecord>> = []
  yield* eachPage(scope, ModificationCollection, { where, order: "asc" }, (page) =>
    Effect.sync(() => void refunds.push(...page))
  )
  return refunds
})
