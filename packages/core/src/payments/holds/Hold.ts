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

/** What an attempt holds or held, as it was last read. */
export interface Hold {
  readonly payment: Stored<PaymentRecord>
  readonly attempt: Stored<AttemptRecord>
  /** The capture or void that hasn't failed; null where there is none. */
  readonly release: Stored<ModificationRecord> | null
  /** The job that carries the release out; null where that is gone. */
  readonly job: Stored<Job> | null
  /** What would alert and expire the hold; gone once it is captured or given back. */
  readonly holdJobs: ReadonlyArray<Stored<Job>>
}

/** What is being done to the hold of a payment's attempt, both as they were just read. */
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
