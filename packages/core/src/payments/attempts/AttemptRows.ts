import type { PaymentInstrumentRecord } from "../../cards/PaymentInstrument.ts"
import type { CheckoutSessionRecord } from "../../checkout/CheckoutSession.ts"
import type { IdempotencyRecord } from "../../idempotency/IdempotencyRecord.ts"
import type { Job } from "../../jobs/Job.ts"
import type { Stored } from "../../storage/Collection.ts"
import type { PaymentRecord } from "../Payment.ts"
import type { AttemptRecord } from "./Attempt.ts"

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
  /** The checkout session that it pays; null where it pays none. */
  readonly session: Stored<CheckoutSessionRecord> | null
}

/** An attempt that was opened in a commit, with its recovery job. */
export interface OpenedAttempt {
  readonly payment: Stored<PaymentRecord>
  readonly attempt: Stored<AttemptRecord>
  readonly job: Stored<Job>
}

/** A session waits for its money, which nobody captures later. A check takes none. */
export const isPaidAtOnce = ({ session, attempt }: AttemptRows): boolean =>
  session !== null && !attempt.row.facts.manualCapture && attempt.row.facts.type !== "verify"
