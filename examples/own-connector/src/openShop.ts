import { Payloom, type PayloomSetup } from "@payloom/core"
import { memory } from "@payloom/testkit"
import { bankAccounts } from "./bank/bankAccounts.ts"
import { bankConnector } from "./bankConnector.ts"
import { bankVault } from "./bankVault.ts"

/** Returns the secrets of the shop's account at the bank, by its name. */
export const accountOf = (credentials: string) =>
  bankAccounts[credentials as keyof typeof bankAccounts]

/**
 * Opens an engine with the connector, and a shop with these accounts in the order of the cascade.
 */
export const openShop = async (
  url: string,
  accounts: ReadonlyArray<keyof typeof bankAccounts>,
  more: Partial<PayloomSetup<never>> = {}
) => {
  const payloom = await Payloom.make({
    storage: memory(),
    providers: [bankConnector({ url, accountOf })],
    vault: bankVault(url, accountOf("north").apiKey),
    secret: "at least 32 characters, the same on all processes",
    ...more
  })
  const tenant = await payloom.tenants.create({ displayName: "Shop", defaultCurrency: "EUR" })
  const shop = payloom.merchant({ tenant: tenant.id, mode: "test" })
  for (const name of accounts) {
    await shop.routing.createMid({
      name,
      provider: "bank",
      currencies: ["EUR", "ISK", "KWD"],
      methods: ["card", "apm"],
      // The connector gets this name and looks up the account's secrets.
      credentials: name
    })
  }
  return { payloom, shop }
}
