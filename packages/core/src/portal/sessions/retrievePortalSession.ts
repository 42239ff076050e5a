import { Clock, Effect, Option } from "effect"
import { CustomerCollection } from "../../cards/customers/Customer.ts"
import { appearanceOf } from "../../checkout/sessions/sessionAppearance.ts"
import { ResourceNotFound } from "../../kernel/input/ResourceNotFound.ts"
import { update } from "../../platform/storage/Change.ts"
import { retryConflicts } from "../../platform/storage/retryConflicts.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import type { Caller } from "../../platform/tenants/Caller.ts"
import {
  PortalSessionCollection,
  type PortalSessionRecord,
  toPortalSession
} from "./PortalSession.ts"

/** Returns a portal session by its id. */
export const retrievePortalSession = Effect.fnUntraced(function* (caller: Caller, id: string) {
  return yield* asResource(caller.scope, (yield* getPortalSession(caller.scope, id)).row)
})

/**
 * Revokes a portal session, so that its token is not valid any more. A second call changes nothing,
 * so no idempotency key is needed.
 */
export const revokePortalSession = Effect.fnUntraced(function* (caller: Caller, id: string) {
  const { scope } = caller
  return yield* asResource(scope, yield* retryConflicts(revokeOnce(scope, id)))
})

const revokeOnce = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const storage = yield* Storage
  const session = yield* getPortalSession(scope, id)
  if (session.row.revokedAt !== null) return session.row
  const revoked = { ...session.row, revokedAt: yield* Clock.currentTimeMillis }
  yield* storage.commit([update(PortalSessionCollection, session, revoked)])
  return revoked
})

/**
 * Returns the look of a session's page by the session's id, for a server that renders the first
 * frame of the page. Returns the default look if there is no such session.
 */
export const portalAppearance = Effect.fnUntraced(function* (caller: Caller, id: string) {
  const { scope } = caller
  const storage = yield* Storage
  const found = yield* storage.get(scope, PortalSessionCollection, id)
  return yield* appearanceOf(scope, Option.getOrNull(found)?.row.template ?? null)
})

const getPortalSession = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const storage = yield* Storage
  const found = yield* storage.get(scope, PortalSessionCollection, id)
  return Option.isSome(found)
    ? found.value
    : yield* new ResourceNotFound({ object: "portal_session", id })
})

const asResource = Effect.fnUntraced(function* (scope: Scope, row: PortalSessionRecord) {
  const storage = yield* Storage
  const now = yield* Clock.currentTimeMillis
  const customer = yield* storage.get(scope, CustomerCollection, row.customer)
  const isErased = Option.getOrNull(customer)?.row.erasedAt !== undefined
  return toPortalSession(row, { now, isErased })
})
