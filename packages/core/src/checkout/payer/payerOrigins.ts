import { Effect } from "effect"
import { EngineConfig } from "../../kernel/EngineOptions.ts"
import { originOf } from "../../kernel/primitives/WebUrl.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { accountSettings } from "../../platform/tenants/accountSettings.ts"
import { authenticatePayer, type PayerCredentials } from "../sessions/SessionToken.ts"

/** Whose session a payer is in. */
export interface PayerIdentity {
  /** The tenant and the mode of the session. */
  readonly scope: Scope
  /** The web origins whose pages may speak for the payer. */
  readonly origins: ReadonlyArray<string>
}

/**
 * Whose session a payer's credentials are good for, and the web origins whose pages may speak for
 * the payer: the account's own and the hosted page's.
 */
export const identifyPayer = Effect.fnUntraced(function* (payer: PayerCredentials) {
  const { scope } = yield* authenticatePayer(payer)
  const identity: PayerIdentity = { scope, origins: yield* allowedOrigins(scope) }
  return identity
})

/** The web origins of an account, and the hosted page's. */
export const allowedOrigins = Effect.fnUntraced(function* (scope: Scope) {
  const { hostedPage } = yield* EngineConfig
  const account = yield* accountSettings(scope)
  const { returnOrigins } = account.row.settings
  return hostedPage === null ? returnOrigins : [originOf(hostedPage), ...returnOrigins]
})
