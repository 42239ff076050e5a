import type { ChargeSource } from "@payloom/core"
import { sandbox } from "@payloom/testkit"
import { Effect } from "effect"
import { encryptedCard, encryptedSources, type Shape } from "./adyenHarness.ts"

const box = sandbox({ decryptedWallets: true })

/** Returns a card in a vault of the merchant's own, as the sandbox's vault has it. */
const vaulted = async (number: string): Promise<ChargeSource> => {
  const card = { number, expMonth: 3, expYear: 2041, cvc: "737" }
  const { vaultReference } = await Effect.runPromise(
    box.vault.store({
      scope: { tenant: "tenant_1", mode: "test" } as never,
      ciphertext: await box.encryptCard(card),
      fingerprintKey: new Uint8Array(32)
    })
  )
  return { _tag: "Vaulted", vaultReference }
}

/** Returns a wallet that a vault of the merchant's own decrypted. */
const decryptedWallet = async (): Promise<ChargeSource> => {
  const wallet = "apple_pay"
  const stored = box.vault.storeWallet?.({
    scope: { tenant: "tenant_1", mode: "test" } as never,
    wallet,
    payload: box.walletPayload("approved"),
    fingerprintKey: new Uint8Array(32)
  })
  const { vaultReference } = await Effect.runPromise(stored ?? Effect.die("no storeWallet"))
  return { _tag: "Vaulted", vaultReference, wallet }
}

/** The ways to set up the connector, by the sources of cards and the pages of payers. */
export const adyenShapes: Readonly<Record<string, Shape>> = {
  "cards that Adyen Web encrypted, and a page of Adyen's": { sources: encryptedSources },
  "cards that Adyen Web encrypted, 3-D Secure on the page, and multiple partial captures": {
    sources: encryptedSources,
    threeDs: "client_side",
    multipleCaptures: true
  },
  "cards of a vault of the merchant's own, and iDEAL": {
    relay: box.relay,
    sources: {
      approved: await vaulted("4242424242424242"),
      verifiable: await vaulted("4242424242424242"),
      pending: await vaulted("4000000002000117"),
      networkToken: await vaulted("4242424242424242"),
      decryptedWallet: await decryptedWallet(),
      refusedNetworkToken: await vaulted("4000000004000081"),
      declined: [
        {
          source: await vaulted("4000000000009995"),
          rawCode: "12",
          means: "insufficient_funds"
        },
        { source: await vaulted("4000000000000127"), rawCode: "24", means: "incorrect_cvc" }
      ],
      asksPayer: { _tag: "Apm", apm: "ideal" }
    }
  },
  "the data of wallets": {
    sources: {
      approved: { _tag: "Wallet", wallet: "apple_pay", payload: { paymentData: { data: "…" } } },
      verifiable: { _tag: "Wallet", wallet: "google_pay", payload: { googlePayToken: "…" } },
      declined: [
        {
          source: { _tag: "Wallet", wallet: "adyen_card", payload: encryptedCard("CVC_DECLINED") },
          rawCode: "24",
          means: "incorrect_cvc"
        }
      ],
      foreign: { _tag: "Wallet", wallet: "samsung_pay", payload: {} },
      reusable: {
        _tag: "Apm",
        apm: "sepa_debit",
        details: { name: "Ada Lovelace", accountNumber: "NL13TEST0123456789" }
      }
    }
  }
}
