import { Effect, Option } from "effect"
import { cancelSessionOnce } from "../../checkout/sessions/endSession.ts"
import { currentMoment } from "../../kernel/ids/Moment.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { findJob, removeJob } from "../../platform/jobs/scheduleJob.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import type { Job } from "../../platform/storage/Job.ts"
import { retryConflicts } from "../../platform/storage/retryConflicts.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { accountSettings } from "../../platform/tenants/accountSettings.ts"
import type { Caller } from "../../platform/tenants/Caller.ts"
import { PaymentInFlight } from "../charges/errors.ts"
import { getPayment } from "../charges/getPayment.ts"
import { alternativeTo, moneyState } from "../charges/moneyState.ts"
import { PaymentCollection, type PaymentRecord, toPayment } from "../charges/Payment.ts"
import { movePayment } from "../charges/paymentEvents.ts"

/**
 * Cancels a payment for which nothing was sent, and the session that it pays. A canceled payment
 * stays canceled.
 */
export const cancelPayment = Effect.fnUntraced(function* (caller: Caller, id: string) {
  return yield* retryConflicts(
    Effect.gen(function* () {
      const payment = yield* getPayment(caller.scope, id)
      const { status } = payment.row
      if (status === "canceled") return toPayment(payment.row)
      if (status !== "requires_payment") {
        const instead = alternativeTo[moneyState[status]]
        const message = `A payment that is ${status} can't be canceled. ${instead}`
        return yield* new PaymentInFlight({ payment: id, status, message })
      }
      if (payment.row.checkoutSession !== null) {
        yield* cancelSessionOnce(caller, payment.row.checkoutSession)
        return toPayment((yield* getPayment(caller.scope, id)).row)
      }
      const expiry = yield* findJob(caller.scope, "expire_payment", id)
      return yield* end(payment, "cancel", expiry, caller.serviceVersion)
    })
  )
})

/** Expires a payment that got no payment method within a day. */
export const expirePayment = Effect.fnUntraced(function* (job: Stored<Job>) {
  const storage = yield* Storage
  const payment = yield* storage.get(job.scope, PaymentCollection, job.row.subject)
  if (Option.isNone(payment) || payment.value.row.status !== "requires_payment") {
    return yield* storage.commit(removeJob(job))
  }
  const account = yield* accountSettings(job.scope)
  yield* end(payment.value, "expire", job, account.row.settings.serviceVersion)
})

const end = Effect.fnUntraced(function* (
  payment: Stored<PaymentRecord>,
  trigger: "cancel" | "expire",
  job: Stored<Job> | null,
  apiVersion: string
) {
  const storage = yield* Storage
  const { scope } = payment
  const commit: CommitContext = { ...(yield* currentMoment), scope, apiVersion }
  const step = movePayment(commit, payment, trigger)
  yield* storage.commit([...step.changes, ...removeJob(job)])
  return toPayment(step.payment.row)
})
