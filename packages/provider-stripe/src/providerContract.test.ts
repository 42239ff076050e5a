import { type CardToEncrypt, providerContract, sandbox } from "@payloom/testkit"
import { Effect } from "effect"
import { afterAll, describe, it } from "vitest"
import { startFakeStripe } from "./fake/index.ts"
import { type Shape, stripeHarness, tokenSources } from "./testing/stripeHarness.ts"

const fake = await startFakeStripe()
afterAll(fake.close)

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

const shapes: Readonly<Record<string, Shape>> = {
  "tokens of its own, and payers sent away": { sources: tokenSources },
  "tokens of its own, and payers asked on the page": {
    sources: tokenSources,
    threeDs: "client_side"
  },
  "cards of the merchant's vault, and another bank": {
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
  "wallets, and a bank that payers are sent to": {
    sources: {
      approved: { _tag: "Wallet", wallet: "apple_pay", payload: { token: "tok_visa" } },
      declined: tokenSources.declined,
      asksPayer: { _tag: "Apm", apm: "ideal" }
    }
  }
}

for (const [shape, what] of Object.entries(shapes)) {
  const harness = await stripeHarness(fake, what)
  describe(`the contract of connectors, at Stripe by ${shape}`, () => {
    for (const { name, run } of providerContract(harness)) it(name, run)
  })
}
