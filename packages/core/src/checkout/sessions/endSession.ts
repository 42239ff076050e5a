import { Effect, Option } from "effect"
import { PaymentCollection } from "../../payments/charges/Payment.ts"
import { movePayment } from "../../payments/charges/paymentEvents.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { removeJob } from "../../platform/jobs/scheduleJob.ts"
import { update } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import type { Job } from "../../platform/storage/Job.ts"
import { retryConflicts } from "../../platform/storage/retryConflicts.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { currentCommitContext } from "../../platform/tenants/accountSettings.ts"
import type { Caller } from "../../platform/tenants/Caller.ts"
import { CheckoutSessionCollection, type CheckoutSessionRecord } from "./CheckoutSession.ts"
import { sessionAfter } from "./checkoutSessionMachine.ts"
import { isOpen } from "./payableAt.ts"
import { asResource, getCheckoutSession } from "./retrieveCheckoutSession.ts"

/** Cancels a session that the payer has not paid. A canceled session stays canceled. */
export const cancelCheckoutSession = Effect.fnUntraced(function* (caller: Caller, id: string) {
  const { scope } = caller
  const canceled = yield* retryConflicts(cancelSessionOnce(caller, id))
  return yield* asResource(scope, canceled)
})

/** Cancels a session and the payment that waits for its payer. Fails if either has moved on. */
export const cancelSessionOnce = Effect.fnUntraced(function* (
  { scope, serviceVersion }: Caller,
  id: string
) {
  const storage = yield* Storage
  const session = yield* getCheckoutSession(scope, id)
  const { status } = session.row
  if (status === "canceled") return session.row
  yield* Effect.fromResult(isOpen(session.row))
  const commit = { ...(yield* currentCommitContext(scope)), apiVersion: serviceVersion }
  const after = sessionAfter(session.row, "cancel", { endedAt: commit.now })
  yield* storage.commit([
    update(CheckoutSessionCollection, session, after),
    ...(yield* paymentEnded(commit, session.row, "cancel"))
  ])
  return after
})

/**
 * Expires a session that was not paid in time. While a confirm is in progress, the confirm decides.
 */
export const expireSession = Effect.fnUntraced(function* (job: Stored<Job>) {
  const storage = yield* Storage
  const found = yield* storage.get(job.scope, CheckoutSessionCollection, job.row.subject)
  const session = Option.getOrNull(found)
  const status = session?.row.status
  if (session === null || (status !== "created" && status !== "active")) {
    return yield* storage.commit(removeJob(job))
  }
  const commit = yield* currentCommitContext(job.scope)
  const after = sessionAfter(session.row, "expire", { endedAt: commit.now })
  yield* storage.commit([
    update(CheckoutSessionCollection, session, after),
    ...removeJob(job),
    ...(yield* paymentEnded(commit, session.row, "expire"))
  ])
})

/** Ends a payment that waits for the session's payer. */
const paymentEnded = Effect.fnUntraced(function* (
  commit: CommitContext,
  session: CheckoutSessionRecord,
  trigger: "cancel" | "expire"
) {
  const storage = yield* Storage
  if (session.payment === null) return []
  const payment = yield* storage.get(commit.scope, PaymentCollection, session.payment)
  return Option.isSome(payment) && payment.value.row.status === "requires_payment"
    ? movePayment(commit, payment.value, trigger).changes
    : []
})
