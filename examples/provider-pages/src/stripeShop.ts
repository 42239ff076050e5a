import {
  type StripeAccount,
  type StripeAddress,
  stripe,
  stripeVault
} from "@payloom/provider-stripe"
import type { ShopOptions } from "./startShop.ts"

/** Whom Stripe's script talks to, and shows frames of. */
const stripeOrigins = [
  "https://js.stripe.com",
  "https://*.js.stripe.com",
  "https://hooks.stripe.com",
  "https://api.stripe.com"
]

/** A shop at Stripe: its card field on the page, and its vault behind it. */
export const stripeShop = (
  account: StripeAccount,
  address: StripeAddress = {},
  standIn?: string
): Omit<ShopOptions, "port"> => {
  const at = { ...address, accountOf: () => account }
  return {
    provider: stripe({ ...at, threeDs: "client_side" }),
    vault: stripeVault({ ...at, credentialsOf: () => "main" }),
    source: new URL("./browser/stripePage.ts", import.meta.url),
    page: {
      path: "/stripe",
      providerScript: standIn ?? "https://js.stripe.com/v3/",
      providerStyle: null,
      providerOrigins: standIn === undefined ? stripeOrigins : [new URL(standIn).origin],
      providerKey: account.publishableKey ?? ""
    }
  }
}
