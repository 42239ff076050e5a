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
import { loadConfirm, waitEnded } from "./confirmRows.ts"
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
 * again. Where it waits no more, the payment stays as it is.
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
  const { setting, session, stored, expiry } = rows
  if (stored === null || stored.row.status !== "authenticating") {
    if (expiry !== null) yield* storage.commit([remove(JobCollection, expiry)])
    return
  }
  const decline = declineBlock("authentication_failed", "authentication", setting.now)
  const payment = movedPayment(stored.row, "decline", { decline })
  const events = transitionEvents(setting, stored.row, payment, stored.version + 1)
  yield* storage.commit([
    ...waitEnded(rows),
    update(PaymentCollection, stored, payment),
    ...sessionAfter({ ...session, row: { ...session.row, threeDs: null } }, payment, setting.now),
    ...events.map((row) => insert(scope, EventCollection, row))
  ])
})
