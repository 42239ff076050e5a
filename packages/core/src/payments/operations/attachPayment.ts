import { Effect, Option, Result } from "effect"
import { paymentTypeOf } from "../../checkout/sessions/availableMethods.ts"
import {
  CheckoutSessionCollection,
  type CheckoutSessionRecord
} from "../../checkout/sessions/CheckoutSession.ts"
import type {
  SessionAlreadySucceeded,
  SessionNotOpen,
  SessionProcessing
} from "../../checkout/sessions/errors.ts"
import { payableAt } from "../../checkout/sessions/payableAt.ts"
import type { Checked } from "../../kernel/input/decodeInput.ts"
import { type InvalidInput, parameterInvalid } from "../../kernel/input/InvalidInput.ts"
import { ResourceNotFound } from "../../kernel/input/ResourceNotFound.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { type Claim, refused } from "../../platform/idempotency/claimKey.ts"
import { check, insert, inserted, update } from "../../platform/storage/Change.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { newPayment } from "../charges/newPayment.ts"
import { PaymentCollection } from "../charges/Payment.ts"
import { paymentBody } from "../charges/paymentAnswer.ts"
import { paymentAfter } from "../charges/paymentMachine.ts"
import type { CreatePayment } from "./createPaymentInput.ts"

/**
 * Creates a payment that waits for the payer of a session, on the session's own terms. It ends with
 * the session.
 */
export const attachPayment = Effect.fnUntraced(function* (
  commit: CommitContext,
  claim: Claim,
  input: Checked<typeof CreatePayment>,
  sessionId: string
) {
  const storage = yield* Storage
  const { scope } = commit
  const found = yield* storage.get(scope, CheckoutSessionCollection, sessionId)
  if (Option.isNone(found)) {
    return yield* refused(new ResourceNotFound({ object: "checkout_session", id: sessionId }))
  }
  const session = found.value
  const agreed = agrees(input, session.row, commit.now)
  if (Result.isFailure(agreed)) {
    return yield* refused(agreed.failure, check(CheckoutSessionCollection, session))
  }
  const payment = paymentAfter(
    {
      ...newPayment(commit, {
        amount: input.amount,
        currency: input.currency,
        type: input.type,
        storedCredential: session.row.storedCredential,
        customer: session.row.customer,
        checkoutSession: session.row.id,
        captureMethod: session.row.captureMethod ?? "automatic",
        authorization: session.row.authorization,
        splits: session.row.splits
      }),
      metadata: input.metadata ?? {}
    },
    "await_method",
    {}
  )
  yield* storage.commit([
    ...claim.answered(paymentBody(payment)),
    insert(scope, PaymentCollection, payment),
    update(CheckoutSessionCollection, session, { ...session.row, payment: payment.id })
  ])
  return { payment: inserted(scope, payment), inFlight: null }
})

const agrees = (
  input: Checked<typeof CreatePayment>,
  session: CheckoutSessionRecord,
  now: number
): Result.Result<
  void,
  InvalidInput | SessionAlreadySucceeded | SessionProcessing | SessionNotOpen
> => {
  const refuse = (param: string, complaint: string) =>
    Result.fail(parameterInvalid(param, complaint))
  if (input.amount !== session.amount) return refuse("amount", "does not match checkoutSession")
  if (input.currency !== session.currency) {
    return refuse("currency", "does not match checkoutSession")
  }
  if (input.type !== paymentTypeOf(session)) {
    return refuse("type", `must be ${paymentTypeOf(session)} for this checkoutSession`)
  }
  if (input.customer !== undefined && input.customer !== session.customer) {
    return refuse("customer", "does not match checkoutSession")
  }
  if (input.storedCredential !== undefined) {
    return refuse("storedCredential", "is declared when the checkout session is created")
  }
  return session.payment === null
    ? payableAt(session, now)
    : refuse("checkoutSession", "has a payment already")
}
