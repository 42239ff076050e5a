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
import { applyOnce } from "./applyVerdict.ts"
import { attemptAfter } from "./attemptMachine.ts"
import { chargeRequestFor, noDetails } from "./chargeRequest.ts"
import { keepUnknown } from "./keepUnknown.ts"
import {
  callForOutcome,
  cancelAndLookUp,
  readAnswer,
  resolveUnknownCharge
} from "./lookUpCharge.ts"
import { sendChargeWithinMs } from "./recoveryJob.ts"
import { neverReached, resumeRequestOf } from "./resumeCharge.ts"
import { lostBecause, noAnswer, withPayer } from "./toVerdict.ts"
import { watchGivenUp } from "./watchGivenUp.ts"

/**
 * The job of an attempt whose outcome nobody knows: its process may have died, its call may have
 * run out of time, or the provider settles it later. It asks by our own reference and never
 * guesses, and it never goes on to another MID.
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
    const context = { commit, provider: null, followers: [], isAnswer: true }
    return yield* storage.commit(keepUnknown(context, found, notRegistered).changes)
  }
  const { rows, verdict } = yield* queryProvider(found, job, provider.value)
  const { apiVersion } = commit
  const inFlight = { rows, provider: provider.value, rest: [], apiVersion, isAnswer: true }
  yield* applyOnce(inFlight, verdict, [])
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
 * A payer was sent away, and their provider can't be asked. Told again what they brought back, it
 * says what came of it; those who are still away have until their time is up.
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
  const called = yield* callForOutcome(() => resume(request))
  if (called._tag === "TimedOut") return noAnswer
  return neverReached(called.answer)
    ? lostBecause(called.answer.reason)
    : yield* readAnswer(row, called.answer, provider)
})

/**
 * Says that it may be processed from now on: whoever made the attempt and slept since then finds
 * that its own "not sent" settles nothing any more.
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

/** Without a lookup the same reference, sent again while the provider remembers it, tells. */
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
  const called = yield* callForOutcome(() => provider.charge(request))
  // It speaks of this call; an earlier one may have arrived.
  if (called._tag === "TimedOut") return noAnswer
  if (neverReached(called.answer)) return lostBecause(called.answer.reason)
  return yield* readAnswer(attempt.row, called.answer, provider)
})
