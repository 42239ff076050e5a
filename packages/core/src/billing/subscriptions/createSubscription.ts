import { Effect, Result } from "effect"
import { CustomerCollection } from "../../cards/customers/Customer.ts"
import { namedCustomer } from "../../cards/customers/retrieveCustomer.ts"
import { cardOfAnother } from "../../cards/saved/cardOfAnother.ts"
import { InstrumentDetached } from "../../cards/saved/errors.ts"
import {
  PaymentInstrumentCollection,
  type PaymentInstrumentRecord
} from "../../cards/saved/PaymentInstrument.ts"
import { getPaymentInstrument } from "../../cards/saved/retrievePaymentInstrument.ts"
import { type Checked, inputChecker } from "../../kernel/input/decodeInput.ts"
import type { InvalidInput } from "../../kernel/input/InvalidInput.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { fresh, replayed } from "../../platform/idempotency/Answer.ts"
import { type Claim, claimKey, orRefused, refused } from "../../platform/idempotency/claimKey.ts"
import { InFlightWork } from "../../platform/jobs/InFlightWork.ts"
import { leaseMs } from "../../platform/jobs/Leases.ts"
import { RequestJobs } from "../../platform/jobs/RequestJobs.ts"
import { runLeased } from "../../platform/jobs/runLeased.ts"
import { insertJob, newJob } from "../../platform/jobs/scheduleJob.ts"
import { check, update } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import type { Job } from "../../platform/storage/Job.ts"
import { readTogether } from "../../platform/storage/readTogether.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import type { Caller, MutationOptions } from "../../platform/tenants/Caller.ts"
import { loadRoutes } from "../../routing/loadRoutes.ts"
import { billSubscription } from "../billSubscription.ts"
import { validateTermsAgainstMids } from "../validateTermsAgainstMids.ts"
import { enroll } from "./enroll.ts"
import { type NewSubscription, newSubscription } from "./newSubscription.ts"
import { subscriptionCodec, toSubscription } from "./Subscription.ts"
import { CreateSubscription } from "./subscriptionInput.ts"
import { loadTerms } from "./subscriptionTerms.ts"

const checkInput = inputChecker(CreateSubscription)

/**
 * Subscribes a customer with a saved card to a plan or to terms of their own. Returns before the
 * first charge, which activates the subscription. A process that runs jobs makes that charge itself
 * right after.
 */
export const createSubscription = Effect.fnUntraced(function* (
  caller: Caller,
  input: CreateSubscription,
  options: MutationOptions
) {
  const underway = yield* InFlightWork
  const { start } = yield* RequestJobs
  const given = yield* Effect.fromResult(checkInput(input))
  const claimed = yield* underway.finish(
    Effect.tap(
      claimKey(
        { ...caller, endpoint: "createSubscription", options, input: given },
        (claim, moment) =>
          begin({ ...moment, scope: caller.scope, apiVersion: caller.serviceVersion }, given, claim)
      ),
      (begun) =>
        begun._tag === "Begun" && begun.value.own !== null
          ? start(runLeased(begun.value.own, billSubscription))
          : Effect.void
    )
  )
  return claimed._tag === "Replayed"
    ? replayed(subscriptionCodec, claimed.body)
    : claimed.value.answer
})

const begin = Effect.fnUntraced(function* (
  commit: CommitContext,
  input: Checked<typeof CreateSubscription>,
  claim: Claim
) {
  const [{ owner, instrument }, { terms, plan, seen }, { mids }] = yield* readTogether(
    loadPayer(commit, input),
    loadTerms(commit.scope, input),
    loadRoutes(commit.scope, commit.now)
  )
  const settled = validateTermsAgainstMids(terms, mids)
  if (Result.isFailure(settled)) return yield* refused(settled.failure, ...seen)
  const made = newSubscription(commit, {
    instrument: instrument.row,
    plan,
    terms,
    consent: { source: "api", session: null },
    metadata: input.metadata ?? {}
  })
  const answer = fresh(subscriptionCodec, toSubscription(made.subscription))
  const { takeSlot, releaseSlot } = yield* RequestJobs
  const isOwn = takeSlot()
  const job = firstJob(commit, made, isOwn)
  const storage = yield* Storage
  yield* Effect.onError(
    storage.commit([
      ...claim.answered(answer.body),
      ...enroll(commit, made),
      insertJob(job),
      // This write changes the card's version, so a concurrent detach conflicts.
      update(PaymentInstrumentCollection, instrument, instrument.row),
      // And this one the customer's, so a concurrent erasure conflicts.
      update(CustomerCollection, owner, owner.row),
      ...seen
    ]),
    () => Effect.sync(() => (isOwn ? releaseSlot() : undefined))
  )
  return { answer, own: isOwn ? job : null }
})

const firstJob = (
  commit: CommitContext,
  { subscription }: NewSubscription,
  isOwn: boolean
): Stored<Job> => {
  const { now } = commit
  return newJob(commit, "bill_subscription", subscription.id, now, isOwn ? now + leaseMs : null)
}

/** Returns the customer and the saved card. It must belong to the customer and be attached. */
const loadPayer = Effect.fnUntraced(function* (
  { scope }: CommitContext,
  { customer, paymentInstrument }: Checked<typeof CreateSubscription>
) {
  const [owner, instrument] = yield* readTogether(
    namedCustomer(scope, customer),
    orRefused(getPaymentInstrument(scope, paymentInstrument))
  )
  const refusal = notBillable(customer, instrument.row)
  if (refusal !== null) {
    return yield* refused(refusal, check(PaymentInstrumentCollection, instrument))
  }
  return { owner, instrument }
})

/** Returns the reason why a saved card can't be billed for a customer. Null if it can. */
export const notBillable = (
  customer: string,
  { id, detached, customer: owner }: PaymentInstrumentRecord
): InvalidInput | InstrumentDetached | null => {
  if (owner !== customer) {
    return cardOfAnother("paymentInstrument", id)
  }
  return detached ? new InstrumentDetached({ instrument: id }) : null
}
