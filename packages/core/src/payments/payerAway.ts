import { Effect } from "effect"
import { JobCollection } from "../jobs/Job.ts"
import type { PaymentProvider } from "../providers/PaymentProvider.ts"
import { update, updated } from "../storage/Change.ts"
import { Storage } from "../storage/Storage.ts"
import type { Millis } from "../values/Timestamp.ts"
import { AttemptCollection, type AttemptRecord, chargeOf } from "./Attempt.ts"
import { sendChargeWithinMs } from "./chargeRequest.ts"
import { giveUpCharge } from "./giveUpCharge.ts"
import { lookUpCharge } from "./lookUpCharge.ts"
import { actionWithoutPayer, readLookup, type Verdict } from "./readOutcome.ts"
import { type AttemptRows, moved } from "./settlement.ts"

/** An attempt whose payer has something to do elsewhere, or not any more. */
export const isPayerAway = ({ status }: AttemptRecord): boolean => status === "requires_action"

/** Whether the payer has no more time for it. */
export const isTimeUp = ({ action }: AttemptRecord, now: Millis): boolean =>
  action !== null && now >= action.expiresAt

/** The attempt with its payer back: from now on its charge may be processed. */
export const withPayerBack = (
  attempt: AttemptRecord,
  now: Millis,
  fields: Partial<AttemptRecord> = {}
): AttemptRecord => moved(attempt, "return", { sendBefore: now + sendChargeWithinMs, ...fields })

/**
 * Commits that the payer is back. Its job asks again at `askAt`, or where that is null stays with
 * who runs it.
 */
export const commitReturn = Effect.fnUntraced(function* (
  { attempt, job, ...rows }: AttemptRows,
  now: Millis,
  askAt: Millis | null
) {
  const storage = yield* Storage
  const back = withPayerBack(attempt.row, now)
  const asking =
    job === null || askAt === null ? null : { ...job.row, dueAt: askAt, leasedUntil: null }
  yield* storage.commit([
    update(AttemptCollection, attempt, back),
    ...(job === null || asking === null ? [] : [update(JobCollection, job, asking)])
  ])
  const after: AttemptRows = {
    ...rows,
    attempt: updated(attempt, back),
    job: job === null || asking === null ? job : updated(job, asking)
  }
  return after
})

/**
 * Nobody waits for the payer any more: the provider is asked to give the charge up, then what
 * became of it. One that would go on waiting counts as given up.
 */
export const stopWaiting = Effect.fnUntraced(function* (
  provider: PaymentProvider,
  attempt: AttemptRecord,
  now: Millis
) {
  yield* giveUpCharge(provider, chargeOf(attempt))
  const answer = yield* lookUpCharge(provider, attempt)
  const verdict: Verdict = readLookup(attempt, answer, provider, now)
  return verdict._tag === "WithPayer" ? actionWithoutPayer(attempt.providerReference) : verdict
})
