import { Effect, Option } from "effect"
import {
  SubscriptionCollection,
  type SubscriptionStatus
} from "../billing/subscriptions/Subscription.ts"
import { CustomerCollection, type CustomerRecord, toCustomer } from "../cards/customers/Customer.ts"
import { getCustomer } from "../cards/customers/retrieveCustomer.ts"
import {
  CheckoutSessionCollection,
  type CheckoutSessionStatus
} from "../checkout/sessions/CheckoutSession.ts"
import type { Moment } from "../kernel/ids/Moment.ts"
import { PaymentCollection, type PaymentStatus } from "../payments/charges/Payment.ts"
import { fresh, replayed } from "../platform/idempotency/Answer.ts"
import { type Claim, claimKey, orRefused, refused } from "../platform/idempotency/claimKey.ts"
import { bringJobForward, findJob, scheduleJob } from "../platform/jobs/scheduleJob.ts"
import { type Change, insert, update } from "../platform/storage/Change.ts"
import type { Collection, Row, Stored } from "../platform/storage/Collection.ts"
import { KeyedLock } from "../platform/storage/KeyedLock.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { Storage } from "../platform/storage/Storage.ts"
import type { Caller, MutationOptions } from "../platform/tenants/Caller.ts"
import { type ErasedCustomer, erasedCustomerCodec, leftOf } from "./ErasedCustomer.ts"
import { type Erasure, ErasureCollection } from "./Erasure.ts"
import { logErasure } from "./ErasureLog.ts"
import { erasedCustomer } from "./erasedRows.ts"
import { CustomerInUse } from "./errors.ts"

/**
 * Erases a customer: its own row at once, and everything else in a job. Refused while something of
 * the customer is in flight. A repeated erasure begins the job again.
 */
export const eraseCustomer = Effect.fnUntraced(function* (
  caller: Caller,
  id: string,
  options: MutationOptions
) {
  const lock = yield* KeyedLock
  const claimed = yield* claimKey(
    { ...caller, endpoint: "eraseCustomer", options, input: [id] },
    (claim, moment) =>
      lock.withLock(id, CustomerCollection.name)(begin(caller.scope, id, claim, moment))
  )
  return claimed._tag === "Replayed"
    ? replayed(erasedCustomerCodec, claimed.body)
    : fresh(erasedCustomerCodec, claimed.value)
})

const begin = Effect.fnUntraced(function* (scope: Scope, id: string, claim: Claim, moment: Moment) {
  const storage = yield* Storage
  const customer = yield* orRefused(getCustomer(scope, id))
  const used = yield* inFlight(scope, customer.row.id)
  if (used !== null) return yield* refused(used)
  const { row, changes } = yield* erasureOf(customer, moment)
  const erased: ErasedCustomer = { ...toCustomer(row), left: yield* leftOf(scope, row.id) }
  // Logged before the commit, because a process that is killed after the commit logs nothing.
  yield* logErasure({ ...scope, customer: row.id, erasedAt: moment.now })
  yield* storage.commit([...claim.answered(erasedCustomerCodec.toBody(erased)), ...changes])
  return erased
})

/** Returns the erased row of a customer, and the changes that erase it and schedule the rest. */
export const erasureOf = Effect.fnUntraced(function* (
  customer: Stored<CustomerRecord>,
  { now, id }: Moment
) {
  const storage = yield* Storage
  const { scope } = customer
  const row = erasedCustomer(customer.row, now)
  const known = yield* storage.get(scope, ErasureCollection, row.id)
  const job = yield* findJob(scope, "erase_customer", row.id)
  const erasure: Erasure = {
    id: row.id,
    step: "customer",
    after: null,
    created: now,
    doneAt: null
  }
  const changes: ReadonlyArray<Change> = [
    update(CustomerCollection, customer, row),
    Option.match(known, {
      onNone: () => insert(scope, ErasureCollection, erasure),
      onSome: (stored) => update(ErasureCollection, stored, { ...stored.row, ...erasure })
    }),
    job === null
      ? scheduleJob({ scope, id }, "erase_customer", row.id, now)
      : bringJobForward(job, now)
  ]
  return { row, changes }
})

const openPayments: ReadonlyArray<PaymentStatus> = [
  "created",
  "requires_payment",
  "authenticating",
  "processing",
  "authorized"
]

const openSessions: ReadonlyArray<CheckoutSessionStatus> = ["created", "active", "processing"]

const liveSubscriptions: ReadonlyArray<SubscriptionStatus> = [
  "pending_first_payment",
  "trialing",
  "active",
  "past_due",
  "paused"
]

/** Returns the first thing of a customer that is in flight, or null. */
export const inFlight = Effect.fnUntraced(function* (scope: Scope, customer: string) {
  const storage = yield* Storage
  const firstOf = <R extends Row>(of: Collection<R>, status: ReadonlyArray<string>) =>
    Effect.map(
      storage.page(scope, of, { where: { customer, status }, order: "asc", limit: 1 }),
      ([first]) => first?.row.id ?? null
    )
  const found = yield* Effect.all({
    subscription: firstOf(SubscriptionCollection, liveSubscriptions),
    payment: firstOf(PaymentCollection, openPayments),
    checkout_session: firstOf(CheckoutSessionCollection, openSessions)
  })
  for (const object of ["subscription", "payment", "checkout_session"] as const) {
    const id = found[object]
    if (id !== null) return new CustomerInUse({ customer, object, id })
  }
  return null
})
