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

/** The rows that a decision on a capture, void or refund may touch, as they were last read. */
export interface ModificationRows {
  readonly modification: Stored<ModificationRecord>
  /** True if the deciding commit also inserts it, because it was made at the provider. */
  readonly isNew?: true
  readonly payment: Stored<PaymentRecord>
  readonly attempt: Stored<AttemptRecord>
  /** The job that carries it out. Null if there is none. */
  readonly job: Stored<Job> | null
  /** True if that job has asked its provider, and the verdict is the answer. */
  readonly isAnswer?: boolean
  /** The time of the change that the provider reported. Absent if it had none. */
  readonly occurredAt?: Millis
  /** The API version of events, if the tenant was read with these rows. */
  readonly apiVersion?: string
  /**
   * The jobs that alert and expire the authorisation. There are none after it is captured or
   * released.
   */
  readonly holdJobs: ReadonlyArray<Stored<Job>>
  /** The other refunds of the same late charge. Absent if it is no late charge. */
  readonly lateRefunds?: ReadonlyArray<ModificationRecord>
}

/** Loads everything that a decision on a capture, void or refund may touch. */
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
