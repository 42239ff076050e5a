import { Clock, Effect, type Schema } from "effect"
import { CardVault } from "../../cards/vault/CardVault.ts"
import { vaultWallet } from "../../cards/vault/vaultCard.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import { chooseRoute } from "../../routing/chooseRoute.ts"
import { loadRoutes } from "../../routing/loadRoutes.ts"
import { factsBeforeChoice } from "../sessions/availableMethods.ts"
import type { CheckoutSessionRecord } from "../sessions/CheckoutSession.ts"
import type { ConfirmSession } from "./confirmInput.ts"
import { byDecryptedWallet, byWallet, type PayerDeviceFacts } from "./PaymentSource.ts"

/**
 * Returns the payment source of a wallet's payload. If the vault decrypts the wallet and an account
 * of the route charges decrypted wallets, the vault gets the payload. Otherwise the payload goes to
 * the provider unchanged.
 */
export const readWallet = Effect.fnUntraced(function* (
  session: Stored<CheckoutSessionRecord>,
  wallet: NonNullable<ConfirmSession["wallet"]>,
  payer: PayerDeviceFacts
) {
  const { decryptedWallets = [], storeWallet } = yield* CardVault
  const { type } = wallet
  const mayDecrypt = storeWallet !== undefined && decryptedWallets.includes(type)
  if (!mayDecrypt || !(yield* isChargedDecrypted(session, type))) return byWallet(wallet, payer)
  const payload = wallet.payload as Schema.Json
  const given = { wallet: type, payload }
  const card = yield* vaultWallet(session.scope, given, storeWallet, "wallet.payload")
  return byDecryptedWallet(type, card, payer)
})

/**
 * Returns true if an account of the route charges the wallet decrypted. The route is that of a
 * wallet whose card isn't known yet.
 */
const isChargedDecrypted = Effect.fnUntraced(function* (
  { scope, row }: Stored<CheckoutSessionRecord>,
  type: string
) {
  const { rules, mids } = yield* loadRoutes(scope, yield* Clock.currentTimeMillis)
  const { targets } = chooseRoute(
    rules,
    mids,
    factsBeforeChoice(row, { method: "wallet", type }),
    0
  )
  return mids.some(
    ({ mid, capabilities }) =>
      targets.includes(mid.id) && capabilities?.decryptedWallets?.includes(type) === true
  )
})
