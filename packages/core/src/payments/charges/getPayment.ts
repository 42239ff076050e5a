import { Effect, Option } from "effect"
import { ResourceNotFound } from "../../kernel/input/ResourceNotFound.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { PaymentCollection } from "./Payment.ts"

/** Returns the payment of this scope. Fails with `ResourceNotFound` if there is none. */
export const getPayment = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const storage = yield* Storage
  const found = yield* storage.get(scope, PaymentCollection, id)
  return Option.isSome(found) ? found.value : yield* new ResourceNotFound({ object: "payment", id })
})
