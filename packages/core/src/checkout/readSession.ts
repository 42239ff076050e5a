import { Clock, Effect } from "effect"
import { update } from "../storage/Change.ts"
import { retryConflicts } from "../storage/retryConflicts.ts"
import { Storage, type Stored } from "../storage/Storage.ts"
import { accountSettings } from "../tenants/accountSettings.ts"
import { availableMethods } from "./availableMethods.ts"
import { publishedConfig } from "./BrandingTemplate.ts"
import { CheckoutSessionCollection, type CheckoutSessionRecord } from "./CheckoutSession.ts"
import { movedSession } from "./movedSession.ts"
import { toPayerSession } from "./PayerSession.ts"
import { authenticatePayer, type PayerCredentials } from "./SessionToken.ts"

/**
 * Operation 36 (spec 4.10): what the payer's browser is to show. The first look opens the session.
 */
export const readSession = Effect.fnUntraced(function* (payer: PayerCredentials) {
  const { scope, row } = yield* retryConflicts(Effect.flatMap(authenticatePayer(payer), opened))
  const account = yield* accountSettings(scope)
  const now = yield* Clock.currentTimeMillis
  const methods = yield* availableMethods(scope, row, now)
  const config = yield* publishedConfig(scope, row.template)
  return toPayerSession(row, account.row.settings.displayName, methods, config)
})

const opened = Effect.fnUntraced(function* (session: Stored<CheckoutSessionRecord>) {
  const storage = yield* Storage
  if (session.row.status !== "created") return session
  const row = movedSession(session.row, "open", {})
  yield* storage.commit([update(CheckoutSessionCollection, session, row)])
  return { ...session, row }
})
