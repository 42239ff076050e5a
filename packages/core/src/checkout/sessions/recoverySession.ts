import { Effect } from "effect"
import { cycleAt, loadBilling } from "../../billing/BillingRows.ts"
import { SubscriptionNotPastDue } from "../../billing/subscriptions/errors.ts"
import {
  getSubscription,
  SubscriptionCollection
} from "../../billing/subscriptions/Subscription.ts"
import { chargeOf } from "../../billing/Terms.ts"
import { EngineConfig } from "../../kernel/EngineOptions.ts"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import { replayed } from "../../platform/idempotency/Answer.ts"
import { claimKeyReading, orRefused, refused } from "../../platform/idempotency/claimKey.ts"
import { InFlightWork } from "../../platform/jobs/InFlightWork.ts"
import { check } from "../../platform/storage/Change.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import type { Caller, MutationOptions } from "../../platform/tenants/Caller.ts"
import { checkoutSessionCodec } from "./CheckoutSession.ts"
import { RecoverySession } from "./createCheckoutSessionInput.ts"
import { fitsDeployment, openSession, type SessionPurpose, sessionReads } from "./openSession.ts"

const checkInput = inputChecker(RecoverySession)

/**
 * Creates a session in which the payer pays the oldest unpaid cycle of a subscription. The payer
 * enters a card and can pass the issuer's authentication. After the payment the cycle is paid, and
 * the subscription continues and is billed on that card. Until then the planned retries continue.
 */
export const recoverySession = Effect.fnUntraced(function* (
  caller: Caller,
  id: string,
  input: RecoverySession = {},
  options: MutationOptions
) {
  const underway = yield* InFlightWork
  const { hostedPage } = yield* EngineConfig
  const { scope } = caller
  const { description, ...page } = yield* Effect.fromResult(checkInput(input))
  yield* Effect.fromResult(fitsDeployment(page, scope, hostedPage))
  const claimed = yield* underway.finish(
    claimKeyReading(
      { ...caller, endpoint: "recoverySession", options, input: [id, { description, ...page }] },
      sessionReads(scope),
      (claim, moment, [account, table]) =>
        Effect.gen(function* () {
          const { purpose, seen } = yield* overdue(scope, id)
          const described = { ...purpose, description: description ?? null }
          const session = { scope, account, table, page, purpose: described, seen }
          return yield* openSession(session, claim, moment)
        })
    )
  )
  return claimed._tag === "Replayed" ? replayed(checkoutSessionCodec, claimed.body) : claimed.value
})

/** Returns the oldest overdue cycle as the purpose of a session. */
const overdue = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const subscription = yield* orRefused(getSubscription(scope, id))
  const { status, unpaid, customer, terms } = subscription.row
  const seen = [check(SubscriptionCollection, subscription)]
  const cycle = cycleAt(yield* loadBilling(subscription), unpaid)
  if (status !== "past_due" || cycle === null) {
    return yield* refused(new SubscriptionNotPastDue({ subscription: id, status }), ...seen)
  }
  const purpose: SessionPurpose = {
    mode: "payment",
    amount: chargeOf(terms, cycle.row),
    currency: cycle.row.currency,
    interval: null,
    recovers: cycle.row.id,
    description: null,
    lineItems: [],
    customer,
    allowedMethods: ["card"],
    // The card is charged again for later cycles.
    storedCredential: { usage: "recurring" }
  }
  return { purpose, seen }
})
