import { Effect, Option } from "effect"
import { ResourceNotFound } from "../../kernel/input/ResourceNotFound.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import type { Caller } from "../../platform/tenants/Caller.ts"
import { CustomerCollection, toCustomer } from "./Customer.ts"

/** Retrieves a customer. */
export const retrieveCustomer = Effect.fnUntraced(function* (caller: Caller, id: string) {
  return toCustomer((yield* getCustomer(caller.scope, id)).row)
})

/** Reads a customer of this scope. Fails with ResourceNotFound if there is none. */
export const getCustomer = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const storage = yield* Storage
  const found = yield* storage.get(scope, CustomerCollection, id)
  return Option.isSome(found)
    ? found.value
    : yield* new ResourceNotFound({ object: "customer", id })
})
