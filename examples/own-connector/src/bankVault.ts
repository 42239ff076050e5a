import { createHmac } from "node:crypto"
import { CardNotRecognized, type CardVaultPort, VaultUnavailable } from "@payloom/core"
import { Effect } from "effect"
import type { BankCard } from "./bank/BankApi.ts"

/**
 * The bank keeps the cards: its field in the payer's browser hands out a token, and that is what
 * takes the ciphertext's place here. All of the bank's accounts can charge it.
 */
export const bankVault = (url: string, apiKey: string): CardVaultPort => ({
  store: Effect.fnUntraced(function* ({ ciphertext: token, fingerprintKey }) {
    const response = yield* Effect.tryPromise({
      try: (signal) =>
        fetch(`${url}/cards/${encodeURIComponent(token)}`, {
          headers: { authorization: `Bearer ${apiKey}` },
          signal
        }),
      catch: (cause) => new VaultUnavailable({ cause })
    })
    if (response.status === 404) {
      return yield* new CardNotRecognized({ message: "The bank knows no such token." })
    }
    const card = yield* Effect.tryPromise({
      try: () => response.json() as Promise<BankCard>,
      catch: (cause) => new VaultUnavailable({ cause })
    })
    return {
      vaultReference: token,
      brand: card.brand,
      last4: card.last4,
      expMonth: card.exp_month,
      expYear: card.exp_year,
      funding: card.funding,
      country: card.country,
      fingerprint: createHmac("sha256", fingerprintKey).update(token).digest("base64url")
    }
  })
})
