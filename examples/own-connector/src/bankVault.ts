import { createHmac } from "node:crypto"
import { defineCardVault } from "@payloom/core"
import type { BankCard } from "./bank/BankApi.ts"

/**
 * Creates a vault on the bank, which keeps the cards. The bank's field in the payer's browser
 * returns a token. The token takes the place of the ciphertext. All of the bank's accounts can
 * charge it.
 */
export const bankVault = (url: string, apiKey: string) =>
  defineCardVault({
    store: async ({ ciphertext: token, fingerprintKey }, { signal }) => {
      const headers = { authorization: `Bearer ${apiKey}` }
      const response = await fetch(`${url}/cards/${encodeURIComponent(token)}`, { headers, signal })
      if (response.status === 404) return null
      if (!response.ok) throw new Error(`The bank answered HTTP ${response.status}.`)
      const card = (await response.json()) as BankCard
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
    }
  })
