import type { Payment } from "@payloom/core"
import { sandbox, sandboxAccounts, type TestCardName } from "@payloom/testkit"
import { stripe } from "../stripe.ts"
import { openEngine } from "./openEngine.ts"

/**
 * Opens a shop with several accounts at a fake of Stripe, in that order, until the test is over. A
 * vault of the merchant's own keeps the cards, so each account can charge each card.
 */
export const openAccounts = async (
  names: ReadonlyArray<string>,
  /** True if the last MID is an account at another provider. */
  { hasOther = false }: { readonly hasOther?: boolean } = {}
) => {
  const box = sandbox()
  const { fake, shop, alerts, pay } = await openEngine((fake) => ({
    providers: [
      stripe({ ...fake.address, accountOf: (name) => fake.account(name), relay: box.relay }),
      ...box.providers
    ],
    vault: box.vault
  }))
  for (const name of names) {
    await shop.routing.createMid({
      name,
      provider: "stripe",
      currencies: ["EUR"],
      credentials: name
    })
  }
  if (hasOther) {
    await shop.routing.createMid({
      name: "other",
      provider: "sandbox",
      currencies: ["EUR"],
      credentials: sandboxAccounts.primary
    })
  }
  return {
    fake,
    shop,
    alerts,
    /** Charges a test card. */
    pay: async (
      card: TestCardName = "approved",
      changes?: Parameters<typeof pay>[1]
    ): Promise<Payment> => pay(await box.encryptCard(card), changes)
  }
}
