import type { Effect } from "effect"
import { billSubscription } from "../../billing/billSubscription.ts"
import { announceExpiries } from "../../cards/saved/announceExpiries.ts"
import { expireAuthentication } from "../../checkout/confirm/expireAuthentication.ts"
import { releaseCard } from "../../checkout/confirm/releaseCard.ts"
import { expireSession } from "../../checkout/sessions/endSession.ts"
import { retryKeptNotification } from "../../inbound/keptNotifications.ts"
import { retryMoneyReturn } from "../../payments/captures-voids-refunds/retryMoneyReturn.ts"
import { runModification } from "../../payments/captures-voids-refunds/runModification.ts"
import { recoverAttempt } from "../../payments/charges/recoverAttempt.ts"
import { warnOfEvidence } from "../../payments/disputes/warnOfEvidence.ts"
import { alertHold, expireHold } from "../../payments/holds/expireHold.ts"
import { expirePayment } from "../../payments/operations/cancelPayment.ts"
import type { DeliveryKind, JobKind } from "../../platform/jobs/JobKind.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import type { Job } from "../../platform/storage/Job.ts"

/**
 * The queue of a job. Each lane has slots of its own, so slow jobs of one lane don't delay the
 * other. Payments wait for the jobs of `money`.
 */
export type Lane = "money" | "upkeep"

/** A kind of job. */
export interface JobDeclaration<Running = Effect.Effect<unknown, unknown, unknown>> {
  readonly lane: Lane
  /** Runs the job. Commits its end, or its next time, with its effect. */
  readonly run: (job: Stored<Job>) => Running
  /** Milliseconds to wait after the `failures`th failure in a row. */
  readonly backOffMs?: (failures: number) => number
}

/** Every kind of job. */
export const jobs = {
  recover_attempt: { lane: "money", run: recoverAttempt },
  carry_out_modification: { lane: "money", run: runModification },
  retry_give_back: { lane: "money", run: retryMoneyReturn },
  alert_authorization: { lane: "money", run: alertHold },
  expire_authorization: { lane: "money", run: expireHold },
  expire_payment: { lane: "money", run: expirePayment },
  expire_authentication: { lane: "money", run: expireAuthentication },
  expire_session: { lane: "money", run: expireSession },
  release_card: { lane: "upkeep", run: releaseCard },
  bill_subscription: { lane: "money", run: billSubscription },
  take_notice: { lane: "money", run: retryKeptNotification },
  warn_of_evidence: { lane: "upkeep", run: warnOfEvidence },
  announce_expiries: { lane: "upkeep", run: announceExpiries }
} satisfies Record<Exclude<JobKind, DeliveryKind>, JobDeclaration>

/** The lanes with the kinds of their jobs, `money` first. */
export const lanes: ReadonlyArray<{ readonly lane: Lane; readonly kinds: ReadonlyArray<string> }> =
  (["money", "upkeep"] as const).map((lane) => ({
    lane,
    kinds: Object.entries(jobs).flatMap(([kind, job]) => (job.lane === lane ? [kind] : []))
  }))

/** The slots of a lane. `upkeep` has a quarter of those of `money`, and at least two. */
export const placesIn = (lane: Lane, workerConcurrency: number): number =>
  lane === "money" ? workerConcurrency : Math.max(2, Math.ceil(workerConcurrency / 4))
