import { Clock, Effect } from "effect"
import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import { update, updated } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import { retryConflicts } from "../../platform/storage/retryConflicts.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { accountSettings } from "../../platform/tenants/accountSettings.ts"
import { loadRoutes } from "../../routing/loadRoutes.ts"
import { publishedConfig } from "../branding/BrandingTemplate.ts"
import { availableMethods, availableTypes } from "../sessions/availableMethods.ts"
import {
  CheckoutSessionCollection,
  type CheckoutSessionRecord
} from "../sessions/CheckoutSession.ts"
import { sessionAfter } from "../sessions/checkoutSessionMachine.ts"
import { authenticatePayer, type PayerCredentials } from "../sessions/SessionToken.ts"
import { toPayerSession } from "./PayerSession.ts"

/** Returns the session for the payer's browser. The first read opens the session. */
export const readSession = Effect.fnUntraced(function* (payer: PayerCredentials) {
  const { scope, row } = yield* retryConflicts(Effect.flatMap(authenticatePayer(payer), opened))
  const account = yield* accountSettings(scope)
  const now = yield* Clock.currentTimeMillis
  const offer = yield* offerOf(scope, row, now)
  const config = yield* publishedConfig(scope, row.template)
  return toPayerSession(row, account.row.settings.displayName, offer, config, now)
})

const offerOf = Effect.fnUntraced(function* (
  scope: Scope,
  row: CheckoutSessionRecord,
  now: Millis
) {
  const methods = yield* availableMethods(scope, row, yield* loadRoutes(scope, now))
  const typesOf = (method: "wallet" | "apm") =>
    methods.includes(method) ? availableTypes(scope, row, method, now) : Effect.succeed([])
  return {
    availableMethods: methods,
    methodTypes: { wallet: yield* typesOf("wallet"), apm: yield* typesOf("apm") }
  }
})

const opened = Effect.fnUntraced(function* (session: Stored<CheckoutSessionRecord>) {
  const storage = yield* Storage
  if (session.row.status !== "created") return session
  const row = sessionAfter(session.row, "open", {})
  yield* storage.commit([update(CheckoutSessionCollection, session, row)])
  return updated(session, row)
})
