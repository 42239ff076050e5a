import { type Merchant, Payloom, type PaymentProvider } from "@payloom/core"
import { adyen } from "@payloom/provider-adyen"
import { stripe } from "@payloom/provider-stripe"
import { memory } from "@payloom/testkit"
import type { RelayedVault } from "../RelayedVault.ts"
import type { Providers, Shop } from "./openShop.ts"
import { ownProcessor } from "./startOwnProcessor.ts"

/** The providers of a shop with wallets: Stripe, then Adyen, then a processor as a table. */
export interface WalletProviders extends Providers {
  readonly own: { readonly url: string }
}

/** Returns the hosts that a wallet may be sent to. */
export const walletHostsOf = ({ adyen: { url }, own }: WalletProviders): Array<string> => [
  new URL(url).host,
  new URL(own.url).host
]

/** Opens an engine with a vault, and a shop that takes wallets at each provider. */
export const openWalletShop = async (
  vault: RelayedVault,
  { stripe: atStripe, adyen: atAdyen, own }: WalletProviders
): Promise<Shop> => {
  const { relay } = vault
  const providers: ReadonlyArray<PaymentProvider> = [
    stripe({ ...atStripe.address, accountOf: () => atStripe.account, relay }),
    adyen({ baseUrl: atAdyen.url, accountOf: () => atAdyen.account, relay }),
    ownProcessor(own, vault)
  ]
  const payloom = await Payloom.make({
    storage: memory(),
    vault: vault.vault,
    providers,
    secret: "at least 32 characters, the same on all processes",
    workers: false,
    onLog: () => undefined
  })
  const tenant = await payloom.tenants.create({ displayName: "Shop", defaultCurrency: "EUR" })
  const shop = payloom.merchant({ tenant: tenant.id, mode: "test" })
  for (const { name } of providers) {
    await shop.routing.createMid({
      name,
      provider: name,
      currencies: ["EUR"],
      credentials: "main",
      methods: ["wallet"]
    })
  }
  return { payloom, shop }
}

type Confirm = Parameters<ReturnType<Payloom["payer"]>["confirm"]>[0]

/** Pays 12.50 EUR by a wallet. Returns the session's status and the attempts of its payment. */
export const payByWallet = async (
  { payloom, shop }: { readonly payloom: Payloom; readonly shop: Merchant },
  wallet: NonNullable<Confirm["wallet"]>
) => {
  const session = await shop.checkout.create(
    { amount: 1250n, currency: "EUR" },
    { idempotencyKey: crypto.randomUUID() }
  )
  const key = await payloom.tenants.createApiKey(shop.scope, "publishable")
  const sessionToken = session.sessionToken ?? ""
  const { status } = await payloom
    .payer({ publishableKey: key.secret, sessionToken })
    .confirm({ method: "wallet", wallet })
  const { payment } = await shop.checkout.retrieve(session.id)
  return { status, attempts: await shop.payments.explain(payment ?? "") }
}
