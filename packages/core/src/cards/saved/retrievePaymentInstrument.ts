import { Effect, Option } from "effect"
import { ResourceNotFound } from "../../kernel/input/ResourceNotFound.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import type { Caller } from "../../platform/tenants/Caller.ts"
import { PaymentInstrumentCollection, toPaymentInstrument } from "./PaymentInstrument.ts"

/** Retrieves a saved card. */
export const retrievePaymentInstrument = Effect.fnUntraced(function* (caller: Caller, id: string) {
  return toPaymentInstrument((yield* getPaymentInstrument(caller.scope, id)).row)
})

/** Reads a saved card of this scope. Fails with ResourceNotFound if there is none. */
export const getPaymentInstrument = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const storage = yield* Storage
  const found = yield* storage.get(scope, PaymentInstrumentCollection, id)
  return Option.isSome(found)
    ? found.value
    : yield* new ResourceNotFound({ object: "payment_instrument", id })
})
