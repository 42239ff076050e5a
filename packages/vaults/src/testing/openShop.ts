import { type Merchant, Payloom } from "@payloom/core"
import { type AdyenAccount, adyen } from "@payloom/provider-adyen"
import { type StripeAccount, type StripeAddress, stripe } from "@payloom/provider-stripe"
import { memory } from "@payloom/testkit"
import type { RelayedVault } from "../RelayedVault.ts"

/** The addresses and accounts of the two providers. */
export interface Providers {
  readonly stripe: { readonly address: StripeAddress; readonly account: StripeAccount }
  readonly adyen: { readonly url: string; readonly account: AdyenAccount }
}

/** Returns the hosts of the two providers, for a relay. */
export const hostsOf = ({ stripe: { address }, adyen: { url } }: Providers): Array<string> => [
  `${address.host}:${address.port}`,
  new URL(url).host
]

/** A shop whose payments go to Stripe first, and to Adyen if Stripe's account can't charge. */
export interface Shop {
  readonly payloom: Payloom
  readonly shop: Merchant
}

/** Opens an engine with a vault and both connectors, and a shop with an account at each. */
export const openShop = async (
  { vault, relay }: RelayedVault,
  providers: Providers
): Promise<Shop> => {
  const payloom = await Payloom.make({
    storage: memory(),
    vault,
    providers: [
      stripe({ ...providers.stripe.address, accountOf: () => providers.stripe.account, relay }),
      adyen({ baseUrl: providers.adyen.url, accountOf: () => providers.adyen.account, relay })
    ],
    secret: "at least 32 characters, the same on all processes",
    workers: false,
    onLog: () => undefined
  })
  const tenant = await payloom.tenants.create({ displayName: "Shop", defaultCurrency: "EUR" })
  const shop = payloom.merchant({ tenant: tenant.id, mode: "test" })
  for (const provider of ["stripe", "adyen"]) {
    await shop.routing.createMid({
      name: provider,
      provider,
      currencies: ["EUR"],
      credentials: "main"
    })
  }
  return { payloom, shop }
}

/** Saves a card, and charges 12.50 EUR to it. Returns the payment and its attempts. */
export const payWith = async (shop: Merchant, ciphertext: string) => {
  const card = await shop.cards.save({ ciphertext })
  const payment = await shop.payments.create(
    { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument: card.id },
    { idempotencyKey: crypto.randomUUID() }
  )
  return { card, payment, attempts: await shop.payments.explain(payment.id) }
}
