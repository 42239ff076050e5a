import { Effect, Option } from "effect"
import { CustomerCollection } from "../cards/customers/Customer.ts"
import {
  PaymentInstrumentCollection,
  type PaymentInstrumentRecord,
  toPaymentInstrument
} from "../cards/saved/PaymentInstrument.ts"
import { getPaymentInstrument } from "../cards/saved/retrievePaymentInstrument.ts"
import { type Change, check, update } from "../platform/storage/Change.ts"
import type { Stored } from "../platform/storage/Collection.ts"
import { KeyedLock } from "../platform/storage/KeyedLock.ts"
import { retryConflicts } from "../platform/storage/retryConflicts.ts"
import { Storage } from "../platform/storage/Storage.ts"
import type { Caller } from "../platform/tenants/Caller.ts"
import { InstrumentInUse } from "./subscriptions/errors.ts"
import { SubscriptionCollection } from "./subscriptions/Subscription.ts"

/**
 * Detaches a saved card, so that it can't be charged any more. Its data is kept. A second call
 * changes nothing, so no idempotency key is needed. Refused while an open subscription bills the
 * card.
 */
export const detachPaymentInstrument = Effect.fnUntraced(function* (caller: Caller, id: string) {
  const { scope } = caller
  const storage = yield* Storage
  const lock = yield* KeyedLock
  const detach = Effect.gen(function* () {
    const instrument = yield* getPaymentInstrument(scope, id)
    if (instrument.row.detached) return toPaymentInstrument(instrument.row)
    yield* notBilled(instrument)
    const detached: PaymentInstrumentRecord = { ...instrument.row, detached: true }
    yield* storage.commit([
      update(PaymentInstrumentCollection, instrument, detached),
      ...(yield* noLongerDefault(instrument))
    ])
    return toPaymentInstrument(detached)
  })
  return yield* lock.withLock(id, PaymentInstrumentCollection.name)(retryConflicts(detach))
})

/** Checks the rows. A subscription that starts to bill the card updates them, so one side fails. */
const notBilled = Effect.fnUntraced(function* ({ scope, row }: Stored<PaymentInstrumentRecord>) {
  const storage = yield* Storage
  const [billing] = yield* storage.page(scope, SubscriptionCollection, {
    where: { billed: row.id },
    order: "asc",
    limit: 1
  })
  if (billing === undefined) return
  return yield* new InstrumentInUse({ instrument: row.id, subscription: billing.row.id })
})

/** Removes the card as the default of its customer, with a check against a parallel change. */
const noLongerDefault = Effect.fnUntraced(function* ({
  scope,
  row
}: Stored<PaymentInstrumentRecord>) {
  const storage = yield* Storage
  const customer = yield* storage.get(scope, CustomerCollection, row.customer)
  return Option.match(customer, {
    onNone: (): ReadonlyArray<Change> => [],
    onSome: (stored): ReadonlyArray<Change> => [
      stored.row.defaultPaymentInstrument === row.id
        ? update(CustomerCollection, stored, { ...stored.row, defaultPaymentInstrument: null })
        : check(CustomerCollection, stored)
    ]
  })
})
