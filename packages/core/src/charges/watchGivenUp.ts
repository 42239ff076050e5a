import { Clock, Effect } from "effect"
import type { Setting } from "../events/Setting.ts"
import { done, postponed, schedule } from "../jobs/schedule.ts"
import type { PaymentProvider } from "../providers/PaymentProvider.ts"
import { type Change, updated } from "../storage/Change.ts"
import type { Stored } from "../storage/Collection.ts"
import type { Job } from "../storage/Job.ts"
import { Storage } from "../storage/Storage.ts"
import { dayMs, hourMs } from "../values/durations.ts"
import type { Millis } from "../values/Timestamp.ts"
import type { AttemptRecord } from "./Attempt.ts"
import type { AttemptRows } from "./AttemptRows.ts"
import { applyOnce } from "./applyVerdict.ts"
import { findOut } from "./askProvider.ts"
import { tellAttempt } from "./decision.ts"

const firstLookMs = hourMs
const nextLookMs = 6 * hourMs
const watchedMs = dayMs + hourMs

/** What a charge is given up with that may turn up all the same: an alert, and its job goes on. */
export const watchedFor = (
  setting: Setting,
  rows: Pick<AttemptRows, "attempt" | "job">,
  attempt: AttemptRecord
): { readonly events: ReadonlyArray<Change>; readonly changes: ReadonlyArray<Change> } => {
  const { job } = rows
  const dueAt = setting.now + firstLookMs
  return {
    events: tellAttempt(setting, "alert.charge_given_up", updated(rows.attempt, attempt)),
    changes: [
      job === null
        ? schedule(setting, "recover_attempt", attempt.id, dueAt)
        : postponed(job, dueAt, 0)
    ]
  }
}

/** When a given-up charge is looked up again; null once it is long enough ago. */
const nextLook = ({ settledAt }: AttemptRecord, now: Millis): Millis | null => {
  const next = now + nextLookMs
  return next <= (settledAt ?? 0) + watchedMs ? next : null
}

/**
 * Looks up a charge that was given up. If the provider has it after all it is booked as a late
 * charge and taken back. Nothing else that the provider says changes anything.
 */
export const watchGivenUp = Effect.fnUntraced(function* (
  rows: AttemptRows & { readonly job: Stored<Job> },
  provider: PaymentProvider,
  apiVersion: string
) {
  const storage = yield* Storage
  const { row } = rows.attempt
  const verdict = yield* findOut(provider, row)
  if (verdict._tag === "Charged" || (verdict._tag === "Lost" && verdict.mismatch)) {
    yield* applyOnce({ rows, provider, rest: [], apiVersion }, verdict, [])
    return
  }
  const next = nextLook(row, yield* Clock.currentTimeMillis)
  yield* storage.commit(next === null ? done(rows.job) : [postponed(rows.job, next)])
})
