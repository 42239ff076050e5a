import { Effect, Option } from "effect"
import { findJob } from "../../platform/jobs/scheduleJob.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import type { Job } from "../../platform/storage/Job.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import {
  ModificationCollection,
  type ModificationRecord
} from "../captures-voids-refunds/Modification.ts"
import type { AttemptRecord } from "../charges/Attempt.ts"
import { holdJobsOf } from "../charges/holdJobs.ts"
import type { PaymentRecord } from "../charges/Payment.ts"

/** The rows of an attempt's hold, as they were last read. */
export interface Hold {
  readonly payment: Stored<PaymentRecord>
  readonly attempt: Stored<AttemptRecord>
  /** The capture or void that hasn't failed. Null if there is none. */
  readonly release: Stored<ModificationRecord> | null
  /** The job that carries the capture or void out. Null if there is none. */
  readonly job: Stored<Job> | null
  /** The jobs that alert and expire the hold. There are none after it is captured or released. */
  readonly holdJobs: ReadonlyArray<Stored<Job>>
}

/** Loads the rows of the hold of an attempt that was just read. */
export const loadHold = Effect.fnUntraced(function* ({
  payment,
  attempt
}: Pick<Hold, "payment" | "attempt">) {
  const storage = yield* Storage
  const { scope, row } = payment
  const release = Option.getOrNull(
    yield* storage.findUnique(scope, ModificationCollection, "release", row.id)
  )
  const job =
    release === null ? null : yield* findJob(scope, "carry_out_modification", release.row.id)
  return {
    payment,
    attempt,
    release,
    job,
    holdJobs: yield* holdJobsOf(scope, row.id)
  } satisfies Hold
})
