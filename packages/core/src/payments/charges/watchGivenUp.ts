import { Clock, Effect } from "effect"
import { dayMs, hourMs } from "../../kernel/primitives/durations.ts"
import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import { postponeJob, removeJob } from "../../platform/jobs/scheduleJob.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import type { Job } from "../../platform/storage/Job.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import type { PaymentProvider } from "../../providers/PaymentProvider.ts"
import type { AttemptRecord } from "./Attempt.ts"
import type { AttemptRows } from "./AttemptRows.ts"
import { resolveUnknownCharge } from "./providerCalls.ts"
import { applyVerdictOnce } from "./runCharge.ts"

const nextLookMs = 6 * hourMs
const watchedMs = dayMs + hourMs

/** The next look-up of a given-up charge, null if it was given up long enough ago. */
const nextLook = ({ settledAt }: AttemptRecord, now: Millis): Millis | null => {
  const next = now + nextLookMs
  return next <= (settledAt ?? 0) + watchedMs ? next : null
}

/**
 * Looks up a charge that was given up. If the provider has it, it is booked as a late charge and
 * the money is returned. No other answer changes anything.
 */
export const watchGivenUp = Effect.fnUntraced(function* (
  rows: AttemptRows & { readonly job: Stored<Job> },
  provider: PaymentProvider,
  apiVersion: string
) {
  const storage = yield* Storage
  const { row } = rows.attempt
  const verdict = yield* resolveUnknownCharge(provider, row)
  if (verdict._tag === "Charged" || (verdict._tag === "Lost" && verdict.mismatch)) {
    yield* applyVerdictOnce({ rows, provider, remainingTargets: [], apiVersion }, verdict, [])
    return
  }
  const next = nextLook(row, yield* Clock.currentTimeMillis)
  yield* storage.commit(next === null ? removeJob(rows.job) : [postponeJob(rows.job, next)])
})
