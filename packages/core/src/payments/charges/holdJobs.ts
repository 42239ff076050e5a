import { Effect } from "effect"
import { hourMs } from "../../kernel/primitives/durations.ts"
import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import { findJob, scheduleJob } from "../../platform/jobs/scheduleJob.ts"
import type { Change } from "../../platform/storage/Change.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import type { ProviderCapabilities } from "../../providers/PaymentProvider.ts"
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
  const holdMs = Math.max(expiresAt - commit.now, 0)
  const alertAt = expiresAt - Math.min(24 * hourMs, holdMs / 2)
  return [
    scheduleJob(commit, "alert_authorization", attempt.payment, Math.round(alertAt)),
    scheduleJob(commit, "expire_authorization", attempt.payment, Math.round(expiresAt))
  ]
}

/** Loads the remaining jobs of a payment's authorization: the alert and the expiry. */
export const holdJobsOf = Effect.fnUntraced(function* (scope: Scope, payment: string) {
  const alert = yield* findJob(scope, "alert_authorization", payment)
  const expiry = yield* findJob(scope, "expire_authorization", payment)
  return [alert, expiry].filter((job) => job !== null)
})
