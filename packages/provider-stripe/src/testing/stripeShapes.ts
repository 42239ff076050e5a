import { type CardToEncrypt, sandbox } from "@payloom/testkit"
import { Effect } from "effect"
import { type Shape, tokenSources } from "./stripeHarness.ts"

const box = sandbox()

/** A card of a vault of the merchant's own. */
const vaulted = async (card: CardToEncrypt) => {
  const ciphertext = await box.encryptCard(card)
  const scope = { tenant: "tenant_1", mode: "test" } as never
  const fingerprintKey = new Uint8Array(32).fill(1)
  const { vaultReference } = await Effect.runPromise(
    box.vault.store({ scope, ciphertext, fingerprintKey })
  )
  return { _tag: "Vaulted", vaultReference } as const
}

const approved = await vaulted("approved")

/** The ways to set up the connector, by the sources of cards and the pages of payers. */
export const stripeShapes: Readonly<Record<string, Shape>> = {
  "tokens of Stripe's own, and redirects": { sources: tokenSources },
  "tokens of Stripe's own, and 3-D Secure on the page": {
    sources: tokenSources,
    threeDs: "client_side"
  },
  "cards of a vault of the merchant's own, and Bancontact": {
    relay: box.relay,
    sources: {
      approved,
      verifiable: approved,
      asksPayer: { _tag: "Apm", apm: "bancontact" },
      declined: [
        {
          source: await vaulted("insufficient_funds"),
          rawCode: "insufficient_funds",
          means: "insufficient_funds"
        },
        { source: await vaulted("lost_card"), rawCode: "lost_card", means: "card_declined" },
        { source: await vaulted("expired_card"), rawCode: "expired_card", means: "expired_card" }
      ]
    }
  },
  "the data of wallets, and vouchers of Multibanco": {
    sources: {
      approved: { _tag: "Wallet", wallet: "apple_pay", payload: { token: "tok_visa" } },
      declined: tokenSources.declined,
      asksPayer: { _tag: "Apm", apm: "multibanco", details: { email: "ada@shop.example" } },
      reusable: {
        _tag: "Apm",
        apm: "sepa_debit",
        details: {
          name: "Ada Lovelace",
          email: "ada@shop.example",
          accountNumber: "DE89370400440532013000"
        }
      }
    }
  }
}
