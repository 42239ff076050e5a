import { Clock, Effect, Option } from "effect"
import { CustomerCollection, type CustomerRecord } from "../../cards/customers/Customer.ts"
import {
  allowedOrigins,
  type PayerIdentity,
  readableByPages
} from "../../checkout/payer/payerOrigins.ts"
import { type PayerCredentials, SessionTokenInvalid } from "../../checkout/sessions/SessionToken.ts"
import { TaggedError } from "../../kernel/primitives/TaggedError.ts"
import { fingerprintOf } from "../../platform/secrets/fingerprintOf.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { authenticate } from "../../platform/tenants/apiKeys.ts"
import type { Caller } from "../../platform/tenants/Caller.ts"
import { ApiKeyInvalid } from "../../platform/tenants/errors.ts"
import { latestServiceVersion } from "../../platform/tenants/Tenant.ts"
import {
  type PortalPermission,
  PortalSessionCollection,
  type PortalSessionRecord,
  statusOf
} from "./PortalSession.ts"

/** The session does not allow the customer to do this. */
export class PortalActionNotAllowed extends TaggedError("PortalActionNotAllowed")<{
  /** The portal session's id. */
  readonly session: string
  /** The permission that it lacks. */
  readonly permission: string
}> {
  override get message(): string {
    return (
      `The portal session ${this.session} doesn't allow ${this.permission}: ` +
      "create a session that has it in allow."
    )
  }
}

/** An open portal session, and its customer. */
export interface Visit {
  readonly scope: Scope
  /** The caller of the merchant's operations that carry the customer's wishes out. */
  readonly caller: Caller
  readonly session: PortalSessionRecord
  readonly customer: CustomerRecord
}

/**
 * Returns the open session of a customer's token, within the account of the publishable key. An
 * erased customer has no open session.
 */
export const openVisit = Effect.fnUntraced(function* (credentials: PayerCredentials) {
  const storage = yield* Storage
  // An untyped program may leave fields out.
  const { publishableKey = "", sessionToken = "" } = (credentials ??
    {}) as Partial<PayerCredentials>
  const { scope, kind } = yield* authenticate(publishableKey)
  if (kind !== "publishable") return yield* new ApiKeyInvalid()
  const hash = fingerprintOf(`${sessionToken}`)
  const found = yield* storage.findUnique(scope, PortalSessionCollection, "token", hash)
  if (Option.isNone(found)) return yield* new SessionTokenInvalid({})
  const { row: session } = found.value
  const now = yield* Clock.currentTimeMillis
  const owner = yield* storage.get(scope, CustomerCollection, session.customer)
  if (Option.isNone(owner)) return yield* new SessionTokenInvalid({})
  const { row: customer } = owner.value
  const status = statusOf(session, { now, isErased: customer.erasedAt !== undefined })
  if (status !== "open") return yield* new SessionTokenInvalid({})
  const caller: Caller = { scope, serviceVersion: latestServiceVersion }
  return { scope, caller, session, customer } satisfies Visit
})

/** Returns the open session of a token if it has a permission. */
export const permittedVisit = Effect.fnUntraced(function* (
  credentials: PayerCredentials,
  permission: PortalPermission
) {
  const visit = yield* openVisit(credentials)
  const { session } = visit
  return session.allow.includes(permission)
    ? visit
    : yield* new PortalActionNotAllowed({ session: session.id, permission })
})

/**
 * Returns the scope of a customer's credentials, and the web origins whose pages may use them: the
 * origins of the account and of the hosted page.
 */
export const identifyCustomer = Effect.fnUntraced(function* (credentials: PayerCredentials) {
  const { scope } = yield* readableByPages(credentials, openVisit(credentials))
  const identity: PayerIdentity = { scope, origins: yield* allowedOrigins(scope) }
  return identity
})
