import { Effect, Result } from "effect"
import { CustomerCollection } from "../../cards/customers/Customer.ts"
import { namedCustomer } from "../../cards/customers/retrieveCustomer.ts"
import { PaymentInstrumentCollection } from "../../cards/saved/PaymentInstrument.ts"
import { getPaymentInstrument } from "../../cards/saved/retrievePaymentInstrument.ts"
import { type Checked, inputChecker } from "../../kernel/input/decodeInput.ts"
import type { InvalidInput } from "../../kernel/input/InvalidInput.ts"
import { changedMetadata } from "../../kernel/primitives/Metadata.ts"
import type { PaymentInstrumentId } from "../../kernel/primitives/PublicId.ts"
import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import { orRefused, refused } from "../../platform/idempotency/claimKey.ts"
import { check, update } from "../../platform/storage/Change.ts"
import type { Caller, MutationOptions } from "../../platform/tenants/Caller.ts"
import type { BillingMove, BillingRows } from "../BillingRows.ts"
import { instrumentChanged } from "../transitions/instruments.ts"
import { changeSubscription, decided, type SubscriptionChange } from "./changeSubscription.ts"
import { notBillable } from "./createSubscription.ts"
import { PlanMigrationUnavailable, SubscriptionEnded } from "./errors.ts"
import { isEnded, SubscriptionCollection } from "./Subscription.ts"
import { UpdateSubscription } from "./subscriptionInput.ts"

const checkInput = inputChecker(UpdateSubscription)

/**
 * Moves a subscription to another saved card of the customer, or changes its metadata. An overdue
 * amount is charged on the new card at once.
 */
export const updateSubscription = Effect.fnUntraced(function* (
  caller: Caller,
  id: string,
  input: UpdateSubscription,
  options: MutationOptions
) {
  const given = yield* Effect.fromResult(checkInput(input))
  if (given.plan !== undefined) return yield* new PlanMigrationUnavailable({ param: "plan" })
  if (given.prorationBehavior !== undefined) {
    return yield* new PlanMigrationUnavailable({ param: "prorationBehavior" })
  }
  return yield* changeSubscription(caller, options, {
    endpoint: "updateSubscription",
    id,
    input: given,
    decide: (rows, { now }) => decide(rows, given, now)
  })
})

const decide = Effect.fnUntraced(function* (
  rows: BillingRows,
  given: Checked<typeof UpdateSubscription>,
  now: Millis
) {
  const { scope, row } = rows.subscription
  const seen = check(SubscriptionCollection, rows.subscription)
  const customer = given.metadata === undefined ? [] : yield* liveCustomer(rows)
  if (given.paymentInstrument === undefined) {
    const { move } = yield* decided(rows, changed(rows, given, null, now))
    return { move, changes: customer } satisfies SubscriptionChange
  }
  const instrument = yield* orRefused(getPaymentInstrument(scope, given.paymentInstrument))
  if (isEnded(row)) {
    return yield* refused(new SubscriptionEnded({ subscription: row.id, status: row.status }), seen)
  }
  const refusal = notBillable(row.customer, instrument.row)
  if (refusal !== null) {
    return yield* refused(refusal, seen, check(PaymentInstrumentCollection, instrument))
  }
  const { move } = yield* decided(rows, changed(rows, given, instrument.row.id, now))
  // This write changes the card's version, so a concurrent detach conflicts.
  const changes = [...customer, update(PaymentInstrumentCollection, instrument, instrument.row)]
  return { move, changes } satisfies SubscriptionChange
})

/** Metadata may be about the customer. A concurrent erasure of theirs conflicts with the check. */
const liveCustomer = ({ subscription: { scope, row } }: BillingRows) =>
  Effect.map(namedCustomer(scope, row.customer, "id"), (customer) => [
    check(CustomerCollection, customer)
  ])

const changed = (
  rows: BillingRows,
  { metadata }: Checked<typeof UpdateSubscription>,
  instrument: PaymentInstrumentId | null,
  now: Millis
): Result.Result<BillingMove, InvalidInput> => {
  const { row } = rows.subscription
  return Result.map(changedMetadata(row.metadata, metadata), (kept) => {
    const move =
      instrument === null || instrument === row.paymentInstrument
        ? { subscription: row }
        : instrumentChanged(rows, instrument, now)
    return { ...move, subscription: { ...move.subscription, metadata: kept } }
  })
}
