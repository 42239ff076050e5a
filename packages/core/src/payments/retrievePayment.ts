import { Effect, Option } from "effect"
import { PaymentCollection, toPayment } from "../charges/Payment.ts"
import type { Scope } from "../storage/Scope.ts"
import { Storage } from "../storage/Storage.ts"
import type { Caller } from "../tenants/Caller.ts"
import { ResourceNotFound } from "../tenants/errors.ts"

/** Operation 3 (spec 4.3): a payment as it stands. Reading it changes nothing. */
export const retrievePayment = Effect.fnUntraced(function* ({ scope }: Caller, id: string) {
  return toPayment((yield* getPayment(scope, id)).row)
})

/** The payment of this scope, or the refusal that there is none. */
export const getPayment = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const storage = yield* Storage
  const found = yield* storage.get(scope, PaymentCollection, id)
  return Option.isSome(found) ? found.value : yield* new ResourceNotFound({ object: "payment", id })
})
