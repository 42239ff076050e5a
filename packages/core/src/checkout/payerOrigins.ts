import { Effect } from "effect"
import { EngineConfig } from "../EngineOptions.ts"
import { accountSettings } from "../tenants/accountSettings.ts"
import { originOf } from "../values/WebUrl.ts"
import { authenticatePayer, type PayerCredentials } from "./SessionToken.ts"

/** The web origins whose pages may speak for a payer: the account's own and the hosted page's. */
export const payerOrigins = Effect.fnUntraced(function* (payer: PayerCredentials) {
  const { hostedPage } = yield* EngineConfig
  const { scope } = yield* authenticatePayer(payer)
  const account = yield* accountSettings(scope)
  const { returnOrigins } = account.row.settings
  return hostedPage === null ? returnOrigins : [originOf(hostedPage), ...returnOrigins]
})
