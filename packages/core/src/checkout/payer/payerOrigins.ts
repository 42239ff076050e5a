import { Effect } from "effect"
import { EngineConfig } from "../../kernel/EngineOptions.ts"
import { originOf } from "../../kernel/primitives/WebUrl.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { accountSettings } from "../../platform/tenants/accountSettings.ts"
import { authenticate } from "../../platform/tenants/apiKeys.ts"
import {
  authenticatePayer,
  type PayerCredentials,
  SessionTokenInvalid
} from "../sessions/SessionToken.ts"

/** The identity of a payer: the scope of their session. */
export interface PayerIdentity {
  /** The tenant and the mode of the session. */
  readonly scope: Scope
  /** The web origins whose pages may use the payer's credentials. */
  readonly origins: ReadonlyArray<string>
}

/**
 * Returns the scope of a payer's credentials, and the web origins whose pages may use the
 * credentials: the origins of the account and of the hosted page.
 */
export const identifyPayer = Effect.fnUntraced(function* (payer: PayerCredentials) {
  const { scope } = yield* readableByPages(payer, authenticatePayer(payer))
  const identity: PayerIdentity = { scope, origins: yield* allowedOrigins(scope) }
  return identity
})

/**
 * Adds the origins of the publishable key's account to the refusal of a token, so that their pages
 * can read that a session has ended.
 */
export const readableByPages = <A, E, R>(
  { publishableKey }: PayerCredentials,
  identifying: Effect.Effect<A, E | SessionTokenInvalid, R>
) =>
  Effect.catchIf(
    identifying,
    (error) => error instanceof SessionTokenInvalid,
    Effect.fnUntraced(function* () {
      const { scope } = yield* authenticate(publishableKey)
      return yield* new SessionTokenInvalid({ origins: yield* allowedOrigins(scope) })
    })
  )

/** Returns the web origins of an account and of the hosted page. */
export const allowedOrigins = Effect.fnUntraced(function* (scope: Scope) {
  const { hostedPage } = yield* EngineConfig
  const account = yield* accountSettings(scope)
  const { returnOrigins } = account.row.settings
  return hostedPage === null ? returnOrigins : [originOf(hostedPage), ...returnOrigins]
})
