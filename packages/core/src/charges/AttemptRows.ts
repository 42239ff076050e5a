import type { PaymentInstrumentRecord } from "../cards/PaymentInstrument.ts"
import type { IdempotencyRecord } from "../idempotency/IdempotencyRecord.ts"
import type { Stored } from "../storage/Collection.ts"
import type { Job } from "../storage/Job.ts"
import type { AttemptRecord } from "./Attempt.ts"
import type { Following } from "./Follower.ts"
import type { PaymentRecord } from "./Payment.ts"

/** The rows that settling an attempt may touch, as they were last read. */
export interface AttemptRows {
  readonly payment: Stored<PaymentRecord>
  readonly attempt: Stored<AttemptRecord>
  /** Its recovery job; null where that is gone. */
  readonly job: Stored<Job> | null
  /** The key of the request that made it; null where that is gone. */
  readonly record: Stored<IdempotencyRecord> | null
  /** The saved card that pays; null where none does. */
  readonly instrument: Stored<PaymentInstrumentRecord> | null
}

/** An attempt that was opened in a commit, with its recovery job. */
export interface OpenedAttempt {
  readonly payment: Stored<PaymentRecord>
  readonly attempt: Stored<AttemptRecord>
  readonly job: Stored<Job>
}

/** Whether what it pays waits for the money, which nobody captures later. A check takes none. */
export const isPaidAtOnce = (
  { attempt }: Pick<AttemptRows, "attempt">,
  followers: ReadonlyArray<Following>
): boolean => {
  const { manualCapture, type } = attempt.row.facts
  return !manualCapture && type !== "verify" && followers.some((one) => one.isPaidAtOnce)
}
