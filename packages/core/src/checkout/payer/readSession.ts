import { Clock, Effect } from "effect"
import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import { update, updated } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import { retryConflicts } from "../../platform/storage/retryConflicts.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { accountSettings } from "../../platform/tenants/accountSettings.ts"
import type { MethodCapabilities } from "../../providers/ProviderCapabilities.ts"
import { loadRoutes } from "../../routing/loadRoutes.ts"
import { publishedConfig } from "../branding/BrandingTemplate.ts"
import { loadPayer } from "../confirm/confirmRows.ts"
import { availableMethods, availableTypes, entriesOf } from "../sessions/availableMethods.ts"
import {
  CheckoutSessionCollection,
  type CheckoutSessionRecord
} from "../sessions/CheckoutSession.ts"
import { sessionAfter } from "../sessions/checkoutSessionMachine.ts"
import { authenticatePayer, type PayerCredentials } from "../sessions/SessionToken.ts"
import { fieldsOf, type MethodMandates } from "./methodFields.ts"
import { toPayerSession } from "./PayerSession.ts"

/** Returns the session for the payer's browser. The first read opens the session. */
export const readSession = Effect.fnUntraced(function* (payer: PayerCredentials) {
  const session = yield* retryConflicts(Effect.flatMap(authenticatePayer(payer), opened))
  const { scope, row } = session
  const account = yield* accountSettings(scope)
  const now = yield* Clock.currentTimeMillis
  const offer = yield* offerOf(session, now)
  const config = yield* publishedConfig(scope, row.template)
  return toPayerSession(row, account.row.settings.displayName, offer, config, now)
})

const offerOf = Effect.fnUntraced(function* (session: Stored<CheckoutSessionRecord>, now: Millis) {
  const { scope, row } = session
  const routes = yield* loadRoutes(scope, now)
  const methods = yield* availableMethods(scope, row, routes)
  const typesOf = (method: "wallet" | "apm") =>
    methods.includes(method) ? availableTypes(routes, row, method) : []
  const methodTypes = { wallet: typesOf("wallet"), apm: typesOf("apm") }
  const entries = methodTypes.apm.map((type) => [type, entriesOf(routes, row, type)] as const)
  return {
    availableMethods: methods,
    methodTypes,
    methodFields: yield* fieldsByType(session, entries),
    methodMandates: mandatesByType(entries),
    methodsToSave: row.storedCredential === null ? [] : reusableTypes(entries)
  }
})

type EntriesByType = ReadonlyArray<readonly [string, ReadonlyArray<MethodCapabilities>]>

/** Reads the payer's customer only if a method needs something. */
const fieldsByType = Effect.fnUntraced(function* (
  session: Stored<CheckoutSessionRecord>,
  all: EntriesByType
) {
  const needing = all.filter(([, entries]) => entries.some(({ needs = [] }) => needs.length > 0))
  if (needing.length === 0) return {}
  const known = { ...(yield* loadPayer(session)), country: session.row.country }
  const fields = needing.map(([type, entries]) => [type, fieldsOf(entries, known)] as const)
  return Object.fromEntries(fields.filter(([, asked]) => asked.length > 0))
})

const mandatesByType = (all: EntriesByType): MethodMandates =>
  Object.fromEntries(
    all.flatMap(([type, entries]) => {
      const { mandate } = entries.find((entry) => entry.mandate !== undefined) ?? {}
      return mandate === undefined ? [] : [[type, mandate]]
    })
  )

/** Returns the methods that any account saves. The account to charge isn't known yet. */
const reusableTypes = (all: EntriesByType): ReadonlyArray<string> =>
  all
    .filter(([, entries]) => entries.some(({ reusable }) => reusable === true))
    .map(([type]) => type)

const opened = Effect.fnUntraced(function* (session: Stored<CheckoutSessionRecord>) {
  const storage = yield* Storage
  if (session.row.status !== "created") return session
  const row = sessionAfter(session.row, "open", {})
  yield* storage.commit([update(CheckoutSessionCollection, session, row)])
  return updated(session, row)
})
