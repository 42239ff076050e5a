import { Effect, Option } from "effect"
import { CustomerCollection } from "../customers/Customer.ts"
import { type Change, check, update } from "../storage/Change.ts"
import type { Stored } from "../storage/Collection.ts"
import { KeyedLock } from "../storage/KeyedLock.ts"
import { retryConflicts } from "../storage/retryConflicts.ts"
import { Storage } from "../storage/Storage.ts"
import type { Caller } from "../tenants/Caller.ts"
import {
  PaymentInstrumentCollection,
  type PaymentInstrumentRecord,
  toPaymentInstrument
} from "./PaymentInstrument.ts"
import { getPaymentInstrument } from "./retrievePaymentInstrument.ts"

/**
 * Operation 19 (spec 4.6): unlinks a saved card, so that it can't be charged any more. It is no
 * erasure, and doing it again changes nothing, so it needs no idempotency key.
 */
export const detachPaymentInstrument = Effect.fnUntraced(function* (caller: Caller, id: string) {
  const { scope } = caller
  const storage = yield* Storage
  const lock = yield* KeyedLock
  const detach = Effect.gen(function* () {
    const instrument = yield* getPaymentInstrument(scope, id)
    if (instrument.row.detached) return toPaymentInstrument(instrument.row)
    const detached: PaymentInstrumentRecord = { ...instrument.row, detached: true }
    yield* storage.commit([
      update(PaymentInstrumentCollection, instrument, detached),
      ...(yield* noLongerDefault(instrument))
    ])
    return toPaymentInstrument(detached)
  })
  return yield* lock.withLock(id)(retryConflicts(detach))
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
