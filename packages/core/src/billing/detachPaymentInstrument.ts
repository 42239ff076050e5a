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
 * Operation 19 (spec 4.6): unlinks a saved card, so that it can't be charged any more. It is no
 * erasure, and doing it again changes nothing, so it needs no idempotency key. Refused while a
 * subscription that has not ended bills the card.
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

/** Whoever begins to bill it at the same time updates its row, so of the two one is refused. */
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

/** Its customer has it as default no more, nor comes to have it meanwhile. */
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
