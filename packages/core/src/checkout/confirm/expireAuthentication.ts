import { Effect, Option } from "effect"
import { Followers, followedBy } from "../../payments/charges/Follower.ts"
import { movePayment } from "../../payments/charges/paymentEvents.ts"
import { removeJob } from "../../platform/jobs/scheduleJob.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import type { Job } from "../../platform/storage/Job.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { declineBlock } from "../../providers/Decline.ts"
import { CheckoutSessionCollection } from "../sessions/CheckoutSession.ts"
import { isWaitOver, loadConfirm } from "./confirmRows.ts"

/** Declines a payment whose payer didn't return from the challenge. */
export const expireAuthentication = Effect.fnUntraced(function* (job: Stored<Job>) {
  const storage = yield* Storage
  const session = yield* storage.get(job.scope, CheckoutSessionCollection, job.row.subject)
  if (Option.isNone(session)) return yield* storage.commit(removeJob(job))
  yield* declineUnauthenticated(job.scope, job.row.subject, job)
})

/**
 * Declines a payment that waits for its payer, because the payer was not authenticated. The payer
 * may try again. A payment that no longer waits stays as it is.
 */
export const declineUnauthenticated = Effect.fnUntraced(function* (
  scope: Scope,
  sessionId: string,
  job: Stored<Job> | null
) {
  const storage = yield* Storage
  const found = yield* Effect.catchTag(
    loadConfirm(scope, sessionId),
    "ResourceNotFound",
    Effect.die
  )
  const rows = { ...found, expiry: job ?? found.expiry }
  const { commit, stored, expiry } = rows
  if (stored === null || stored.row.status !== "authenticating") {
    if (expiry !== null) yield* storage.commit(removeJob(expiry))
    return
  }
  const followers = yield* (yield* Followers).of(stored, { declines: true })
  const decline = declineBlock("authentication_failed", "authentication", commit.now)
  const { payment, changes } = movePayment(commit, stored, "decline", { decline })
  const move = {
    before: stored.row,
    after: payment.row,
    attempt: null,
    agreement: null,
    isSuperseded: false
  }
  yield* storage.commit([
    ...isWaitOver(rows),
    ...changes,
    ...followedBy(followers, commit, move).changes
  ])
})
