import { Effect, Schema } from "effect"
import { currentMoment } from "../../kernel/ids/Moment.ts"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import type { CommitContext } from "../events/CommitContext.ts"
import { update } from "../storage/Change.ts"
import { storedRow } from "../storage/Collection.ts"
import { retryConflicts } from "../storage/retryConflicts.ts"
import type { Scope } from "../storage/Scope.ts"
import { Storage } from "../storage/Storage.ts"
import { AccountSettings, type ServiceVersion, TenantCollection, toTenant } from "./Tenant.ts"

/** Reads the settings of a tenant in one mode. Dies if the scope has no tenant. */
export const accountSettings = (scope: Scope) =>
  Effect.flatMap(Storage, (storage) =>
    Effect.flatMap(storage.get(scope, TenantCollection, scope.tenant), (tenant) =>
      Effect.orDie(Effect.fromOption(tenant))
    )
  )

/** Returns these settings for the host, without the fields of newer releases. Library call. */
export const tenantSettings = (scope: Scope) =>
  Effect.map(accountSettings(scope), ({ row, version }) => storedRow(scope, toTenant(row), version))

/** The settings to change. Absent settings keep their values. */
export interface UpdateAccount {
  /** The name that payers see, at most 255 characters. */
  readonly displayName?: string
  /** The currency of sessions that only save a card: an ISO 4217 code. */
  readonly defaultCurrency?: string
  /** All web origins, such as `https://shop.example`, that payers may be sent back to. */
  readonly returnOrigins?: ReadonlyArray<string>
  /** The API revision of requests that name none. */
  readonly serviceVersion?: ServiceVersion
  /** The result for a subscription when its last retry has failed. */
  readonly dunningExhausted?: "terminate" | "pause"
}
const UpdateAccount = Schema.Struct({
  displayName: Schema.optionalKey(AccountSettings.fields.displayName),
  defaultCurrency: Schema.optionalKey(AccountSettings.fields.defaultCurrency),
  returnOrigins: Schema.optionalKey(AccountSettings.fields.returnOrigins),
  serviceVersion: Schema.optionalKey(AccountSettings.fields.serviceVersion),
  dunningExhausted: Schema.optionalKey(AccountSettings.fields.dunningExhausted)
})

const checkUpdate = inputChecker(UpdateAccount)

/** Changes settings of a tenant in one mode. Absent settings keep their values. Library call. */
export const updateAccount = Effect.fnUntraced(function* (scope: Scope, input: UpdateAccount) {
  const storage = yield* Storage
  const changes = yield* Effect.fromResult(checkUpdate(input))
  return yield* retryConflicts(
    Effect.gen(function* () {
      const stored = yield* accountSettings(scope)
      const settings: AccountSettings = { ...stored.row.settings, ...changes }
      yield* storage.commit([update(TenantCollection, stored, { ...stored.row, settings })])
      return settings
    })
  )
})

/**
 * Returns the context of a decision without a request. Its events are in the account's API
 * revision.
 */
export const currentCommitContext = Effect.fnUntraced(function* (scope: Scope) {
  const moment = yield* currentMoment
  const account = yield* accountSettings(scope)
  return {
    ...moment,
    scope,
    apiVersion: account.row.settings.serviceVersion
  } satisfies CommitContext
})
