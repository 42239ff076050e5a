import { Effect, Option } from "effect"
import { ResourceNotFound } from "../../kernel/input/ResourceNotFound.ts"
import { refused } from "../../platform/idempotency/claimKey.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import type { Caller } from "../../platform/tenants/Caller.ts"
import { CustomerCollection, toCustomer } from "./Customer.ts"
import { CustomerErased } from "./errors.ts"

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

/**
 * Reads a customer for a request that adds something about them. Fails with CustomerErased if they
 * were erased. `param` is the field that names them.
 */
export const getLiveCustomer = Effect.fnUntraced(function* (
  scope: Scope,
  id: string,
  param: string
) {
  const customer = yield* getCustomer(scope, id)
  return customer.row.erasedAt === undefined
    ? customer
    : yield* new CustomerErased({ customer: id, param })
})

/** Reads such a customer for a request with an idempotency key, which is refused otherwise. */
export const namedCustomer = (scope: Scope, id: string, param = "customer") =>
  Effect.catchTag(
    getLiveCustomer(scope, id, param),
    ["ResourceNotFound", "CustomerErased"],
    (error) => refused(error)
  )
