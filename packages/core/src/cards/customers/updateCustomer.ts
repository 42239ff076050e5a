import { Effect, Option, Result } from "effect"
import { type Checked, inputChecker } from "../../kernel/input/decodeInput.ts"
import type { InvalidInput } from "../../kernel/input/InvalidInput.ts"
import { ResourceNotFound } from "../../kernel/input/ResourceNotFound.ts"
import { withCountryInCapitals } from "../../kernel/primitives/CountryCode.ts"
import { changedMetadata } from "../../kernel/primitives/Metadata.ts"
import { fresh, replayed } from "../../platform/idempotency/Answer.ts"
import { type Claim, claimKey, refused } from "../../platform/idempotency/claimKey.ts"
import { check, update } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import { KeyedLock } from "../../platform/storage/KeyedLock.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import type { Caller, MutationOptions } from "../../platform/tenants/Caller.ts"
import { cardOfAnother } from "../saved/cardOfAnother.ts"
import { InstrumentDetached } from "../saved/errors.ts"
import {
  PaymentInstrumentCollection,
  type PaymentInstrumentRecord
} from "../saved/PaymentInstrument.ts"
import { CustomerCollection, type CustomerRecord, customerCodec, toCustomer } from "./Customer.ts"
import { UpdateCustomer } from "./customerInput.ts"
import { namedCustomer } from "./retrieveCustomer.ts"

const checkInput = inputChecker(UpdateCustomer)

/** Changes the given fields of a customer. */
export const updateCustomer = Effect.fnUntraced(function* (
  caller: Caller,
  id: string,
  input: UpdateCustomer,
  options: MutationOptions
) {
  const lock = yield* KeyedLock
  const given = yield* Effect.fromResult(checkInput(input))
  const claimed = yield* claimKey(
    { ...caller, endpoint: "updateCustomer", options, input: [id, given] },
    (claim) => lock.withLock(id, CustomerCollection.name)(change(caller.scope, id, given, claim))
  )
  return claimed._tag === "Replayed"
    ? replayed(customerCodec, claimed.body)
    : fresh(customerCodec, toCustomer(claimed.value))
})

const change = Effect.fnUntraced(function* (
  scope: Scope,
  id: string,
  input: Checked<typeof UpdateCustomer>,
  claim: Claim
) {
  const storage = yield* Storage
  const customer = yield* namedCustomer(scope, id, "id")
  const card = yield* newDefault(customer, input.defaultPaymentInstrument ?? null)
  const seen = card === null ? [] : [check(PaymentInstrumentCollection, card)]
  const decision = changed(customer.row, input, card?.row ?? null)
  if (Result.isFailure(decision)) {
    return yield* refused(decision.failure, check(CustomerCollection, customer), ...seen)
  }
  const row = decision.success
  yield* storage.commit([
    ...claim.answered(customerCodec.toBody(toCustomer(row))),
    update(CustomerCollection, customer, row),
    ...seen
  ])
  return row
})

/** Reads the saved card that becomes the customer's default. */
const newDefault = Effect.fnUntraced(function* (
  { scope }: Stored<CustomerRecord>,
  id: string | null
) {
  const storage = yield* Storage
  if (id === null) return null
  const found = yield* storage.get(scope, PaymentInstrumentCollection, id)
  return Option.isSome(found) ? found.value : yield* notFound("payment_instrument", id)
})

const notFound = (object: string, id: string) => refused(new ResourceNotFound({ object, id }))

/** Returns the changed customer, or the reason why the card can't be its default. */
const changed = (
  before: CustomerRecord,
  { billingAddress, metadata, ...given }: Checked<typeof UpdateCustomer>,
  card: PaymentInstrumentRecord | null
): Result.Result<CustomerRecord, InvalidInput | InstrumentDetached> => {
  if (card !== null && card.customer !== before.id) {
    return Result.fail(cardOfAnother("defaultPaymentInstrument", card.id))
  }
  if (card?.detached === true) return Result.fail(new InstrumentDetached({ instrument: card.id }))
  return Result.map(changedMetadata(before.metadata, metadata), (kept) => ({
    ...before,
    ...given,
    billingAddress: withCountryInCapitals({ ...before.billingAddress, ...billingAddress }),
    metadata: kept
  }))
}
