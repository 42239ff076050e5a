import { Clock, Effect, Option } from "effect"
import { hourMs } from "../../kernel/primitives/durations.ts"
import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import { removeJob } from "../../platform/jobs/scheduleJob.ts"
import { check, update, updated } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import { type Job, JobCollection } from "../../platform/storage/Job.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { currentCommitContext } from "../../platform/tenants/accountSettings.ts"
import { mayStillSend, pastDeadline } from "../../providers/callProvider.ts"
import type { PaymentProvider } from "../../providers/PaymentProvider.ts"
import { Providers } from "../../providers/Providers.ts"
import { AttemptCollection, isInFlight, isPayerAway, isTimeUp } from "./Attempt.ts"
import { type AttemptRows, loadAttempt } from "./AttemptRows.ts"
import { attemptAfter } from "./attemptMachine.ts"
import { chargeRequestFor, noDetails } from "./chargeRequest.ts"
import { keepUnknown } from "./keepUnknown.ts"
import {
  callForOutcome,
  cancelAndLookUp,
  resolveUnknownCharge,
  verdictOf
} from "./providerCalls.ts"
import { sendChargeWithinMs } from "./recoveryJob.ts"
import { neverReached, resumeRequestOf } from "./resumeCharge.ts"
import { applyVerdictOnce } from "./runCharge.ts"
import { lostBecause, withPayer } from "./toVerdict.ts"
import { watchGivenUp } from "./watchGivenUp.ts"

/**
 * Runs the job of an attempt whose outcome is unknown: its process may have died, its call may have
 * timed out, or the provider settles it later. The job looks the charge up by our own reference. It
 * never guesses and never tries another MID.
 */
export const recoverAttempt = Effect.fnUntraced(function* (job: Stored<Job>) {
  const storage = yield* Storage
  const providers = yield* Providers
  const loaded = yield* loadAttempt(job.scope, job.row.subject)
  if (Option.isNone(loaded)) return yield* storage.commit(removeJob(job))
  const found = { ...loaded.value, job } satisfies AttemptRows
  const commit = yield* currentCommitContext(job.scope)
  const provider = providers.get(found.attempt.row.provider)
  if (!isInFlight(found.attempt.row)) {
    return found.attempt.row.status === "failed" && Option.isSome(provider)
      ? yield* watchGivenUp(found, provider.value, commit.apiVersion)
      : yield* storage.commit(removeJob(job))
  }
  if (Option.isNone(provider)) {
    yield* providers.logMissing(found.attempt.row.provider)
    const context = { commit, provider: null, followers: [], isAnswer: true }
    return yield* storage.commit(keepUnknown(context, found, notRegistered).changes)
  }
  const { rows, verdict } = yield* queryProvider(found, job, provider.value)
  const { apiVersion } = commit
  const inFlight = {
    rows,
    provider: provider.value,
    remainingTargets: [],
    apiVersion,
    isAnswer: true
  }
  yield* applyVerdictOnce(inFlight, verdict, [])
})

const notRegistered = lostBecause("The provider is not registered any more.")

const queryProvider = Effect.fnUntraced(function* (
  rows: AttemptRows,
  job: Stored<Job>,
  provider: PaymentProvider
) {
  const { lookup, dedupesForHours } = provider.capabilities
  if (lookup) return { rows, verdict: yield* resolveUnknownCharge(provider, rows.attempt.row) }
  if (rows.attempt.row.action !== null)
    return { rows, verdict: yield* resumeOrWait(rows, provider) }
  const { created } = rows.attempt.row
  const sendBefore = (yield* Clock.currentTimeMillis) + sendChargeWithinMs
  const isRemembered = sendBefore <= created + dedupesForHours * hourMs
  if (!isRemembered) {
    return { rows, verdict: lostBecause("The provider can't be asked, and remembers no more.") }
  }
  const sending = yield* commitSending(rows, job)
  return { rows: sending, verdict: yield* resendCharge(sending, provider, sendBefore) }
})

/**
 * Resumes the charge of a payer who came back from a provider without look-ups. A payer who is
 * still away has until their time is up.
 */
const resumeOrWait = Effect.fnUntraced(function* (
  { attempt }: AttemptRows,
  provider: PaymentProvider
) {
  const { row } = attempt
  const now = yield* Clock.currentTimeMillis
  if (isPayerAway(row)) {
    return isTimeUp(row, now) ? yield* cancelAndLookUp(provider, row) : withPayer
  }
  const { resume } = provider
  if (resume === undefined) return lostBecause("Its notification has not come yet.")
  const request = { ...resumeRequestOf(row), sendBefore: now + sendChargeWithinMs }
  const { outcome } = yield* callForOutcome(() => resume(request))
  return neverReached(outcome)
    ? lostBecause(outcome.reason)
    : yield* verdictOf(row, outcome, provider)
})

/**
 * Commits that the charge may be processed from now on. If the process that made the attempt wakes
 * up later, its own "not sent" no longer settles the attempt.
 */
const commitSending = Effect.fnUntraced(function* (rows: AttemptRows, job: Stored<Job>) {
  const storage = yield* Storage
  const sending = attemptAfter(rows.attempt.row, "lose", {})
  yield* storage.commit([
    update(AttemptCollection, rows.attempt, sending),
    check(JobCollection, job)
  ])
  return { ...rows, attempt: updated(rows.attempt, sending) } satisfies AttemptRows
})

/** Resends the charge under its reference to a provider without look-ups, while it deduplicates. */
const resendCharge = Effect.fnUntraced(function* (
  { attempt, payment, instrument }: AttemptRows,
  provider: PaymentProvider,
  sendBefore: Millis
) {
  if (!(yield* mayStillSend(sendBefore))) return lostBecause(pastDeadline)
  const request = {
    ...chargeRequestFor(
      payment.row,
      attempt.row,
      instrument?.row ?? null,
      attempt.row.details ?? noDetails
    ),
    sendBefore,
    isResent: true
  }
  const { outcome } = yield* callForOutcome(() => provider.charge(request))
  // This call did not arrive. An earlier one may have.
  return neverReached(outcome)
    ? lostBecause(outcome.reason)
    : yield* verdictOf(attempt.row, outcome, provider)
})
