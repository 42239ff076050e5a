import { Effect } from "effect"
import { hourMs } from "../../kernel/primitives/durations.ts"
import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { findJob, rescheduleJob, scheduleJob } from "../../platform/jobs/scheduleJob.ts"
import type { Change } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import type { Job } from "../../platform/storage/Job.ts"
import { readTogether } from "../../platform/storage/readTogether.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import type { ProviderCapabilities } from "../../providers/ProviderCapabilities.ts"
import type { AttemptRecord } from "./Attempt.ts"
import type { DecisionContext } from "./decision.ts"

/** The hours that nearly every issuer holds, for a provider that isn't registered any more. */
const usualHoldHours: ProviderCapabilities["holdHours"] = { default: 120 }

/**
 * Returns the jobs of an uncaptured authorization: an alert, then its expiry. The provider's answer
 * gives the time, or else the provider's usual schedule.
 */
export const holdScheduled = (
  { commit, provider }: Pick<DecisionContext, "commit" | "provider">,
  attempt: AttemptRecord,
  holdsUntil: Millis | null
): ReadonlyArray<Change> => {
  const holdHours = provider?.capabilities.holdHours ?? usualHoldHours
  const brand = attempt.facts.brand
  const own = brand !== null && Object.hasOwn(holdHours, brand) ? holdHours[brand] : undefined
  // An expiry in the past is a mistake, such as seconds in place of milliseconds.
  const told = holdsUntil !== null && holdsUntil > commit.now ? holdsUntil : null
  const expiresAt = told ?? commit.now + (own ?? holdHours.default) * hourMs
  const alertsAt = Math.round(alertAt(commit.now, expiresAt))
  return [
    scheduleJob(commit, "alert_authorization", attempt.payment, alertsAt),
    scheduleJob(commit, "expire_authorization", attempt.payment, Math.round(expiresAt))
  ]
}

/** Moves the jobs of a hold to its new end, which was raised together with its amount. */
export const holdPostponed = (
  { now }: CommitContext,
  jobs: ReadonlyArray<Stored<Job>>,
  expiresAt: Millis
): ReadonlyArray<Change> =>
  expiresAt <= now
    ? []
    : jobs.map((job) =>
        rescheduleJob(
          job,
          Math.round(job.row.kind === "expire_authorization" ? expiresAt : alertAt(now, expiresAt))
        )
      )

/** The alert comes a day before the end, or after half of a short hold. */
const alertAt = (now: Millis, expiresAt: Millis): Millis =>
  expiresAt - Math.min(24 * hourMs, Math.max(expiresAt - now, 0) / 2)

/** Loads the remaining jobs of a payment's authorization: the alert and the expiry. */
export const holdJobsOf = (scope: Scope, payment: string) =>
  Effect.map(
    readTogether(
      findJob(scope, "alert_authorization", payment),
      findJob(scope, "expire_authorization", payment)
    ),
    (jobs) => jobs.filter((job) => job !== null)
  )
