import { stripeScript } from "@payloom/example-kit/stripeScript"
import {
  type StripeAccount,
  type StripeAddress,
  stripe,
  stripeVault
} from "@payloom/provider-stripe"
import type { ShopOptions } from "./startShop.ts"

/** Returns a shop at Stripe, with Stripe's card field and its vault. */
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
      providerScript: standIn ?? stripeScript.script,
      providerStyle: null,
      providerOrigins: standIn === undefined ? stripeScript.origins : [new URL(standIn).origin],
      providerKey: account.publishableKey ?? ""
    }
  }
}
