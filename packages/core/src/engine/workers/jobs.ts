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
 * Where a job runs: each lane has places of its own, so what is slow in one holds up none of
 * another. `money` is whatever a payment waits for.
 */
export type Lane = "money" | "upkeep"

/** What there is to know of a kind of job. */
export interface JobDeclaration<Running = Effect.Effect<unknown, unknown, unknown>> {
  readonly lane: Lane
  /** Commits the job's end, or its next time, with its effect. */
  readonly run: (job: Stored<Job>) => Running
  /** How many milliseconds to wait once it failed for the `failures`th time in a row. */
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

/** The lanes, that of money first, with the kinds of their jobs. */
export const lanes: ReadonlyArray<{ readonly lane: Lane; readonly kinds: ReadonlyArray<string> }> =
  (["money", "upkeep"] as const).map((lane) => ({
    lane,
    kinds: Object.entries(jobs).flatMap(([kind, job]) => (job.lane === lane ? [kind] : []))
  }))

/** How many jobs of a lane run at once: beside those on money a quarter as many, at least two. */
export const placesIn = (lane: Lane, workerConcurrency: number): number =>
  lane === "money" ? workerConcurrency : Math.max(2, Math.ceil(workerConcurrency / 4))
