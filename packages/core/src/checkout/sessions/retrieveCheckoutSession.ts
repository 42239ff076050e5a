import { Clock, Effect, Option } from "effect"
import { ResourceNotFound } from "../../kernel/input/ResourceNotFound.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import type { Caller } from "../../platform/tenants/Caller.ts"
import { loadRoutes } from "../../routing/loadRoutes.ts"
import { availableMethods } from "./availableMethods.ts"
import {
  CheckoutSessionCollection,
  type CheckoutSessionRecord,
  toCheckoutSession
} from "./CheckoutSession.ts"

/** Returns a session, with the id of its payment if it has one. */
export const retrieveCheckoutSession = Effect.fnUntraced(function* (caller: Caller, id: string) {
  const { scope } = caller
  return yield* asResource(scope, (yield* getCheckoutSession(scope, id)).row)
})

/** Returns the session of this scope. Refused with `ResourceNotFound`. */
export const getCheckoutSession = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const storage = yield* Storage
  const found = yield* storage.get(scope, CheckoutSessionCollection, id)
  return Option.isSome(found)
    ? found.value
    : yield* new ResourceNotFound({ object: "checkout_session", id })
})

/** Returns a stored session as a resource, with the methods that are available now. */
export const asResource = Effect.fnUntraced(function* (
  scope: Scope,
  session: CheckoutSessionRecord
) {
  const now = yield* Clock.currentTimeMillis
  const routes = yield* loadRoutes(scope, now)
  return toCheckoutSession(session, yield* availableMethods(scope, session, routes))
})
