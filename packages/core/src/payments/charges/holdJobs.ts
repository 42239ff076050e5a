import { Effect } from "effect"
import { hourMs } from "../../kernel/primitives/durations.ts"
import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import { findJob, scheduleJob } from "../../platform/jobs/scheduleJob.ts"
import type { Change } from "../../platform/storage/Change.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import type { ProviderCapabilities } from "../../providers/PaymentProvider.ts"
import type { AttemptRecord } from "./Attempt.ts"
import type { DecisionContext } from "./decision.ts"

/** What nearly every card's bank grants, for a provider that can't be asked any more. */
const usualHoldHours: ProviderCapabilities["holdHours"] = { default: 120 }

/**
 * An uncaptured authorisation alerts, then expires, when its provider said so, or else on that
 * provider's schedule (spec 3.1).
 */
export const holdScheduled = (
  { commit, provider }: Pick<DecisionContext, "commit" | "provider">,
  attempt: AttemptRecord,
  holdsUntil: Millis | null
): ReadonlyArray<Change> => {
  const holdHours = provider?.capabilities.holdHours ?? usualHoldHours
  const brand = attempt.facts.brand
  const own = brand !== null && Object.hasOwn(holdHours, brand) ? holdHours[brand] : undefined
  // One that is over as it begins is a mistake, of seconds for milliseconds say.
  const told = holdsUntil !== null && holdsUntil > commit.now ? holdsUntil : null
  const expiresAt = told ?? commit.now + (own ?? holdHours.default) * hourMs
  const holdMs = Math.max(expiresAt - commit.now, 0)
  const alertAt = expiresAt - Math.min(24 * hourMs, holdMs / 2)
  return [
    scheduleJob(commit, "alert_authorization", attempt.payment, Math.round(alertAt)),
    scheduleJob(commit, "expire_authorization", attempt.payment, Math.round(expiresAt))
  ]
}

/** The jobs that alert and expire a payment's authorisation, those that are still there. */
export const holdJobsOf = Effect.fnUntraced(function* (scope: Scope, payment: string) {
  const alert = yield* findJob(scope, "alert_authorization", payment)
  const expiry = yield* findJob(scope, "expire_authorization", payment)
  return [alert, expiry].filter((job) => job !== null)
})
