import { Effect, Option } from "effect"
import { EventCollection } from "../events/Event.ts"
import { transitionEvents } from "../events/eventsFor.ts"
import { type Job, JobCollection } from "../jobs/Job.ts"
import { declineBlock } from "../payments/Decline.ts"
import { PaymentCollection } from "../payments/Payment.ts"
import { movedPayment } from "../payments/settlement.ts"
import { insert, remove, update } from "../storage/Change.ts"
import type { Scope } from "../storage/Scope.ts"
import { Storage, type Stored } from "../storage/Storage.ts"
import { CheckoutSessionCollection } from "./CheckoutSession.ts"
import { challengeOver, loadConfirm } from "./confirmRows.ts"
import { sessionAfter } from "./sessionAfter.ts"

/** The job of a payment whose payer didn't come back from the challenge: it is declined. */
export const expireAuthentication = Effect.fnUntraced(function* (job: Stored<Job>) {
  const storage = yield* Storage
  const session = yield* storage.get(job.scope, CheckoutSessionCollection, job.row.subject)
  if (Option.isNone(session)) return yield* storage.commit([remove(JobCollection, job)])
  yield* declineUnauthenticated(job.scope, job.row.subject, job)
})

/**
 * Declines a payment that waits for its payer, for they were not authenticated; lets them try
 * again. Answers the payment as it stands where it waits no more.
 */
export const declineUnauthenticated = Effect.fnUntraced(function* (
  scope: Scope,
  sessionId: string,
  job: Stored<Job> | null
) {
  const storage = yield* Storage
  const rows = yield* Effect.catchTag(loadConfirm(scope, sessionId), "ResourceNotFound", Effect.die)
  const { setting, session, stored, challenge } = rows
  const expiry = job ?? rows.expiry
  const ended = expiry === null ? [] : [remove(JobCollection, expiry)]
  if (stored === null || stored.row.status !== "authenticating") {
    if (ended.length > 0) yield* storage.commit(ended)
    return
  }
  const decline = declineBlock("authentication_failed", "authentication", setting.now)
  const payment = movedPayment(stored.row, "decline", { decline })
  const events = transitionEvents(setting, stored.row, payment, stored.version + 1)
  yield* storage.commit([
    ...ended,
    ...challengeOver(challenge),
    update(PaymentCollection, stored, payment),
    ...sessionAfter({ ...session, row: { ...session.row, threeDs: null } }, payment, setting.now),
    ...events.map((row) => insert(scope, EventCollection, row))
  ])
})
